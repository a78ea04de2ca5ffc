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
import { startServer, testDatabase } from './running-server.ts'
import { mailsTo, newAddress } from './viewer.ts'

/** A shop with keys for a product that is started beside it. */
export interface ProductShop {
  url: string
  productUrl: string
  /** Whose tokens count at the shop. */
  issuer: TestIssuer
  apiKey: string
  /**
   * Starts a product, a TypeScript or JavaScript file below the project's folder, with settings that fit, in place of
   * the one before. Webhooks are passed on to it if it has a route for them.
   */
  startProduct(script: string, options: { isNotified: boolean }): Promise<void>
  /** What came by webhooks, newest last. */
  received: CustomerState[]
  /** The newest of them about the customer with this address. */
  lastReceived(email: string): CustomerState | undefined
  /** A page of the product whose stream is open reports an error then: it is closed first. */
  stop(): Promise<void>
}

/** With the catalogue file as shipped, unless another is given. */
export async function startProductShop(config?: object): Promise<ProductShop> {
  const apiKey = createApiKey()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const client = { clientId: 'product', clientSecret: randomBytes(32).toString('hex') }
  const issuer = await startTokenIssuer()
  const port = await findFreePort()
  const productUrl = `http://127.0.0.1:${port}`
  let isProductNotified = false
  const received: CustomerState[] = []
  const receiver = createServer(async (request, response) => {
    const { headers } = request
    const body = await buffer(request)
    received.push((await verifyWebhook({ headers, body }, secret)).data)
    const signed = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'))
    const passedOn = isProductNotified
      ? await fetch(`${productUrl}/webhooks/fairseat`, {
          method: 'POST',
          headers: Object.fromEntries(signed) as Record<string, string>,
          body,
        })
      : undefined
    response.writeHead(passedOn?.status ?? 204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const server = await startServer({
    ...(config && { config }),
    env: {
      ...(await testDatabase()),
      API_KEYS: `${apiKey}:read+write+sign-in`,
      PRODUCT_WEBHOOKS: JSON.stringify([{ url: receiverUrl, secret }]),
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
  let product: Awaited<ReturnType<typeof startChildProcess>> | undefined
  return {
    url: server.url,
    productUrl,
    apiKey,
    issuer,
    async startProduct(script, { isNotified }) {
      isProductNotified = false
      await product?.kill()
      const env = {
        // Finds the client's sources, which need no build.
        NODE_OPTIONS: '--import tsx',
        PORT: String(port),
        FAIRSEAT_URL: server.url,
        FAIRSEAT_API_KEY: apiKey,
        FAIRSEAT_WEBHOOK_SECRET: secret,
        FAIRSEAT_CLIENT_ID: client.clientId,
        FAIRSEAT_CLIENT_SECRET: client.clientSecret,
      }
      product = await startChildProcess({ script, readyUrl: productUrl, env })
      isProductNotified = isNotified
    },
    lastReceived: (address) => received.findLast(({ email }) => email === address),
    received,
    async stop() {
      // Before its receivers, which it would report as missing.
      await server.stop()
      await product?.kill()
      receiver.close()
      await issuer.stop()
    },
  }
}

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
