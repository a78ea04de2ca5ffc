import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { type CustomerState, verifyWebhook } from '../../packages/client/src/index.ts'
import { createApiKey } from '../../server/integration/api-key.ts'
import { startChildProcess } from '../support/processes/child-process.ts'
import { findFreePort } from '../support/processes/free-port.ts'
import { axeViolations } from './axe-violations.ts'
import { test as base, startServer, testDatabase } from './running-server.ts'
import { newAddress } from './viewer.ts'

interface Example {
  shopUrl: string
  pageletUrl: string
  /** What a second receiver of the same webhooks got, newest last. */
  received: CustomerState[]
}

/** The shop and examples/pagelet, as `npm run example` starts them. */
const test = base.extend<{ example: Example }>({
  example: async ({ context }, provide) => {
    const apiKey = createApiKey()
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const client = { clientId: 'pagelet', clientSecret: randomBytes(32).toString('hex') }
    const received: CustomerState[] = []
    const receiver = createServer(async (request, response) => {
      const event = await verifyWebhook({ headers: request.headers, body: await buffer(request) }, secret)
      received.push(event.data)
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const pageletUrl = `http://127.0.0.1:${await findFreePort()}`
    const urls = [
      `${pageletUrl}/webhooks/fairseat`,
      `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    ]
    const shop = await startServer({
      env: {
        ...(await testDatabase()),
        API_KEYS: apiKey,
        PRODUCT_WEBHOOKS: JSON.stringify(urls.map((url) => ({ url, secret }))),
        OIDC_CLIENTS: JSON.stringify([
          {
            ...client,
            name: 'Pagelet',
            redirectUris: [`${pageletUrl}/callback`],
            postLogoutRedirectUris: [`${pageletUrl}/`],
          },
        ]),
      },
    })
    const pagelet = await startChildProcess({
      script: 'examples/pagelet/server.ts',
      readyUrl: pageletUrl,
      env: {
        NODE_OPTIONS: '--import tsx',
        PORT: new URL(pageletUrl).port,
        FAIRSEAT_URL: shop.url,
        FAIRSEAT_API_KEY: apiKey,
        FAIRSEAT_WEBHOOK_SECRET: secret,
        FAIRSEAT_CLIENT_ID: client.clientId,
        FAIRSEAT_CLIENT_SECRET: client.clientSecret,
      },
    })
    await provide({ shopUrl: shop.url, pageletUrl, received })
    // Their stream would end with Pagelet, and be reported as an error.
    for (const open of context.pages()) await open.close()
    expect(await pagelet.stop()).toBe(0)
    await shop.stop()
    receiver.close()
  },
})

/** From Pagelet through the shop's sign-in page and back, then uses up what is free. */
async function signUp(page: Page, { shopUrl, pageletUrl }: Example) {
  const email = newAddress()
  await page.goto(pageletUrl)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Sign in with Fairseat' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Six-digit code')).toBeVisible()
  const mails = await page.request.get(`${shopUrl}/dev/outbox.json?to=${encodeURIComponent(email)}`)
  const [mail] = (await mails.json()) as { code: string }[]
  await page.getByLabel('Six-digit code').fill(mail?.code ?? '')
  await page.waitForURL(`${pageletUrl}/`)
  await expect(page.getByText(email)).toBeVisible()
  await page.getByLabel('Name of the project').fill('First')
  await page.getByRole('button', { name: 'Add project' }).click()
  await expect(closed(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add project' })).toBeHidden()
  expect(await axeViolations(page)).toEqual([])
  // Gone after a reload.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
}

const opened = (page: Page) => page.getByText('Unlimited projects are yours')
const closed = (page: Page) => page.getByText('1 project is free')
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window)

async function pay(shop: Page, cardNumber: string): Promise<string> {
  await shop.waitForURL('**/c/pay/*')
  const emulator = new URL(shop.url()).origin
  await shop.getByLabel('Card number').fill(cardNumber)
  await shop.getByRole('button', { name: /^(Pay|Subscribe|Start trial)/ }).click()
  await shop.waitForURL('**/welcome?session_id=*')
  return emulator
}

async function upgradeFrom(page: Page): Promise<Page> {
  const [shop] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Upgrade for more' }).click(),
  ])
  return shop
}

async function order(emulator: string, path: string, body: object) {
  const response = await fetch(`${emulator}/_emulator/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

/** Calls the payment service as its dashboard would. */
async function callStripe(emulator: string, path: string, form?: Record<string, string>) {
  const response = await fetch(`${emulator}/v1/${path}`, {
    headers: { authorization: 'Bearer sk_test_emulator' },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  expect(response.status).toBe(200)
  return response.json()
}

const lastCharge = async (emulator: string): Promise<string> =>
  (await callStripe(emulator, 'charges?limit=1')).data[0].id

const days = (count: number) => ({ advance: count * 86_400 })

test('sign up in the product and buy Monthly: its open page unlocks; so arrive an upgrade and a refund', async ({
  page,
  example,
}) => {
  await signUp(page, example)
  const shop = await upgradeFrom(page)
  await shop.getByRole('button', { name: 'Upgrade to Monthly' }).click()
  await pay(shop, cards.pays)
  await expect(opened(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add project' })).toBeVisible()
  await expect.poll(() => example.received.at(-1)).toMatchObject({ plan: 'monthly', status: 'trialing' })
  expect(await axeViolations(page)).toEqual([])

  await shop.goto(`${example.shopUrl}/pricing`)
  await shop.getByRole('button', { name: 'Get Lifetime access' }).click()
  const emulator = await pay(shop, cards.pays)
  await expect.poll(() => example.received.at(-1)).toMatchObject({ plan: 'lifetime', status: 'active' })
  await expect(opened(page)).toBeVisible()

  await callStripe(emulator, 'refunds', { charge: await lastCharge(emulator) })
  await expect(closed(page)).toBeVisible()
  await expect
    .poll(() => example.received.at(-1))
    .toMatchObject({ plan: 'free', status: 'revoked', features: [] })
  expect(await isSamePage(page)).toBe(true)
  const versions = example.received.map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
})

test('a lost dispute locks what Lifetime had unlocked, without a reload', async ({ page, example }) => {
  await signUp(page, example)
  const shop = await upgradeFrom(page)
  await shop.getByRole('button', { name: 'Get Lifetime access' }).click()
  const emulator = await pay(shop, cards.pays)
  await expect(opened(page)).toBeVisible()
  await order(emulator, 'disputes', { charge: await lastCharge(emulator), outcome: 'lost' })
  await expect(closed(page)).toBeVisible()
  await expect.poll(() => example.received.at(-1)).toMatchObject({ plan: 'free', status: 'revoked' })
  expect(await isSamePage(page)).toBe(true)
})

test('the end of a trial, a cancellation and the end of what was paid arrive without a reload', async ({
  page,
  example,
}) => {
  await signUp(page, example)
  const shop = await upgradeFrom(page)
  await shop.getByRole('button', { name: 'Upgrade to Monthly' }).click()
  const emulator = await pay(shop, cards.pays)
  await expect(opened(page)).toBeVisible()

  await order(emulator, 'clock', days(8))
  await expect.poll(() => example.received.at(-1)).toMatchObject({ status: 'active', trialEndsAt: null })

  await shop.goto(`${example.shopUrl}/account`)
  await shop.getByRole('button', { name: 'Manage billing' }).click()
  await shop.getByRole('button', { name: 'Cancel at the end of the period' }).click()
  await expect.poll(() => example.received.at(-1)).toMatchObject({ plan: 'monthly', cancelAtPeriodEnd: true })
  await expect(opened(page)).toBeVisible()

  await order(emulator, 'clock', days(32))
  await expect(closed(page)).toBeVisible()
  await expect.poll(() => example.received.at(-1)).toMatchObject({ plan: 'free', status: 'canceled' })
  expect(await isSamePage(page)).toBe(true)
})
