import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { type CustomerState, verifyWebhook } from '../../packages/client/src/index.ts'
import { createApiKey } from '../../server/integration/api-key.ts'
import { startTokenIssuer, type TestIssuer } from '../support/app/token-issuer.ts'
import { startChildProcess } from '../support/processes/child-process.ts'
import { findFreePort } from '../support/processes/free-port.ts'
import { test as base, startServer, testDatabase } from './running-server.ts'
import { mailsTo, newAddress } from './viewer.ts'

/** A shop with keys for a product that is started beside it. */
export interface ProductShop {
  shopUrl: string
  productUrl: string
  /** Whose tokens count at the shop. */
  issuer: TestIssuer
  /** Starts a product, a TypeScript or JavaScript file below the project's folder, with settings that fit. */
  startProduct(script: string): Promise<void>
  /** What a second receiver of the same webhooks got, newest last. */
  received: CustomerState[]
}

export const test = base.extend<{ shop: ProductShop; isProductNotified: boolean }>({
  /** Whether the product has a route for webhooks. */
  isProductNotified: [true, { option: true }],
  shop: async ({ context, isProductNotified }, provide) => {
    const apiKey = createApiKey()
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const client = { clientId: 'product', clientSecret: randomBytes(32).toString('hex') }
    const issuer = await startTokenIssuer()
    const received: CustomerState[] = []
    const receiver = createServer(async (request, response) => {
      const event = await verifyWebhook({ headers: request.headers, body: await buffer(request) }, secret)
      received.push(event.data)
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const port = await findFreePort()
    const productUrl = `http://127.0.0.1:${port}`
    const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const server = await startServer({
      env: {
        ...(await testDatabase()),
        API_KEYS: apiKey,
        PRODUCT_WEBHOOKS: JSON.stringify([
          { url: receiverUrl, secret },
          ...(isProductNotified ? [{ url: `${productUrl}/webhooks/fairseat`, secret }] : []),
        ]),
        OIDC_CLIENTS: JSON.stringify([
          {
            ...client,
            name: 'Product',
            redirectUris: [`${productUrl}/callback`],
            postLogoutRedirectUris: [`${productUrl}/`],
          },
        ]),
        AUTH_JWT: JSON.stringify([
          {
            issuer: issuer.issuer,
            jwksUrl: issuer.jwksUrl,
            audience: issuer.audience,
            origins: [productUrl],
          },
        ]),
      },
    })
    const products: Awaited<ReturnType<typeof startChildProcess>>[] = []
    const startProduct = async (script: string) => {
      const env = {
        NODE_OPTIONS: '--import tsx',
        PORT: String(port),
        FAIRSEAT_URL: server.url,
        FAIRSEAT_API_KEY: apiKey,
        FAIRSEAT_WEBHOOK_SECRET: secret,
        FAIRSEAT_CLIENT_ID: client.clientId,
        FAIRSEAT_CLIENT_SECRET: client.clientSecret,
      }
      products.push(await startChildProcess({ script, readyUrl: productUrl, env }))
    }
    await provide({ shopUrl: server.url, productUrl, issuer, startProduct, received })
    // A page's stream would end with the product, and be reported as an error.
    for (const page of context.pages()) await page.close()
    // Before its receivers, which it would report as missing.
    await server.stop()
    for (const product of products) await product.kill()
    receiver.close()
    await issuer.stop()
  },
})

/** On the shop's sign-in page; returns the address. */
export async function signInByCode(page: Page, shopUrl: string): Promise<string> {
  const email = newAddress()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Six-digit code')).toBeVisible()
  const [mail] = await mailsTo(page.request, email, shopUrl)
  await page.getByLabel('Six-digit code').fill(mail?.code ?? '')
  return email
}

/** On the payment page; returns where the payment service is. */
export async function pay(shop: Page, cardNumber: string): Promise<string> {
  await shop.waitForURL('**/c/pay/*')
  const emulator = new URL(shop.url()).origin
  await shop.getByLabel('Card number').fill(cardNumber)
  await shop.getByRole('button', { name: /^(Pay|Subscribe|Start trial)/ }).click()
  await shop.waitForURL('**/welcome?session_id=*')
  return emulator
}
