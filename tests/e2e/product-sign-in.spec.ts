import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import type { JWTPayload } from 'jose'
import * as client from 'openid-client'
import { createApiKey } from '../../server/integration/api-key.ts'
import { startTokenIssuer } from '../support/app/token-issuer.ts'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { startServer, testDatabase, testWithShop } from './running-server.ts'
import { mailsTo, newAddress, signInByApi } from './viewer.ts'

/** A product on another site than the server: browsers treat `localhost` and `127.0.0.1` as strangers. */
async function startProduct() {
  const product = { html: '', origin: '', stop: () => {} }
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(product.html),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  product.origin = `http://localhost:${(server.address() as AddressInfo).port}`
  product.stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return product
}

/** With a key for each way that a product has. */
async function startShop() {
  const key = createApiKey()
  const clientSecret = 'a-secret-of-pagelet-and-of-nobody-else'
  const issuer = await startTokenIssuer()
  const product = await startProduct()
  const { issuer: name, jwksUrl, audience } = issuer
  const pagelet = {
    clientId: 'pagelet',
    clientSecret,
    name: 'Pagelet',
    redirectUris: [`${product.origin}/callback`],
    postLogoutRedirectUris: [`${product.origin}/bye`],
  }
  const server = await startServer({
    env: {
      ...(await testDatabase()),
      API_KEYS: `${key}:write+sign-in`,
      AUTH_JWT: JSON.stringify([{ issuer: name, jwksUrl, audience, origins: [product.origin] }]),
      OIDC_CLIENTS: JSON.stringify([pagelet]),
    },
  })
  const stop = async () => {
    await server.stop()
    product.stop()
    await issuer.stop()
  }
  return { url: server.url, key, clientSecret, issuer, product, stop }
}

const test = testWithShop(startShop)

/** Where the product sends its visitors to sign in. */
async function prepareAuthorization(url: string, clientSecret: string, redirectUri: string) {
  const config = await client.discovery(new URL(url), 'pagelet', clientSecret, undefined, {
    execute: [client.allowInsecureRequests],
  })
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const challenge = await client.calculatePKCECodeChallenge(pkceCodeVerifier)
  const begin = (more: Record<string, string> = {}) =>
    client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...more,
    }).href
  return { config, pkceCodeVerifier, begin }
}

async function signInByCode(page: Page, serverUrl: string, email: string) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  const [mail] = await mailsTo(page.request, email, serverUrl)
  await page.getByLabel('Six-digit code').pressSequentially(mail?.code ?? '')
}

test('I1 I3: a product with its own sign-in sends its user over by a form, and they are signed in', async ({
  page,
  shop: { url, issuer, product },
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/favicon/)
  const sendOver = async (claims: JWTPayload) => {
    product.html = `<form method="post" action="${url}/sign-in/exchange">
      <input type="hidden" name="token" value="${await issuer.sign({ claims })}"><input type="hidden" name="next" value="/account">
      <button>See plans</button></form>`
    await page.goto(product.origin)
    await page.getByRole('button').click()
  }
  const email = newAddress()
  await sendOver({ sub: 'user-7', email })
  await page.waitForURL(`${url}/account`)
  await expect(page.getByText(email)).toBeVisible()
  // What was refused is said on the sign-in page.
  await page.context().clearCookies()
  await sendOver({ sub: 'user-8', email: newAddress(), email_verified: false })
  await expect(page.getByText('isn’t verified there yet')).toBeVisible()
})

test('a sign-in link that was used or is too old says so on the sign-in page', async ({ page }) => {
  await page.goto('/sign-in/link?token=used')
  await expect(page.getByText('That sign-in link was used already')).toBeVisible()
  expect(new URL(page.url()).search).toBe('?next=%2Fpricing')
})

test('a sign-in link of another account asks first; one key continues, or the visitor stays', async ({
  page,
  context,
  shop: { url, key },
}) => {
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const [own, email] = [newAddress(), `${'a-long-address-'.repeat(3)}${newAddress()}`]
  await signInByApi(context, url, own)
  const { id } = await call('PUT', '/customers/external/7', { email })
  const link = async () => (await call('POST', `/customers/${id}/sign-in-links`, { next: '/account' })).url

  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(await link())
  await expect(page.getByRole('heading', { name: `Continue as ${email}?` })).toBeVisible()
  expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await page.getByRole('link', { name: `Stay signed in as ${own}` }).click()
  await page.waitForURL(`${url}/account`)
  await expect(page.getByText(own, { exact: true })).toBeVisible()

  await page.goto(await link())
  const button = page.getByRole('button', { name: `Continue as ${email}` })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/account`)
  await expect(page.getByText(email, { exact: true })).toBeVisible()
})

test('I1: Sign in with Fairseat leads through the sign-in page back to the product, at once the second time', async ({
  page,
  shop: { url, clientSecret, product },
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/favicon/)
  product.html = '<h1>Pagelet</h1>'
  const redirectUri = `${product.origin}/callback`
  const { config, pkceCodeVerifier, begin } = await prepareAuthorization(url, clientSecret, redirectUri)
  const email = newAddress()
  await page.goto(begin())
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signInByCode(page, url, email)
  await page.waitForURL(`${redirectUri}?**`)
  const first = await client.authorizationCodeGrant(config, new URL(page.url()), { pkceCodeVerifier })
  expect((await client.fetchUserInfo(config, first.access_token, client.skipSubjectCheck)).email).toBe(email)

  await page.goto(begin())
  expect(page.url()).toContain(`${redirectUri}?code=`)

  // Asked for another sign-in, the page shows its form although there is a session.
  await page.goto(begin({ prompt: 'login' }))
  await expect(page.getByLabel('E-mail address')).toBeVisible()
  await signInByCode(page, url, newAddress())
  await page.waitForURL(`${redirectUri}?**`)
  const second = await client.authorizationCodeGrant(config, new URL(page.url()), { pkceCodeVerifier })
  expect(second.claims()?.sub).not.toBe(first.claims()?.sub)

  const end = client.buildEndSessionUrl(config, {
    id_token_hint: second.id_token ?? '',
    post_logout_redirect_uri: `${product.origin}/bye`,
  })
  await page.goto(end.href)
  await page.waitForURL(`${product.origin}/bye`)
  await page.goto(`${url}/pricing`)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('I1 F102 Sign in with Fairseat leads back to the product', async ({
    page,
    shop: { url, clientSecret, product },
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/favicon/)
    product.html = '<h1>Pagelet</h1>'
    const redirectUri = `${product.origin}/callback`
    const { begin } = await prepareAuthorization(url, clientSecret, redirectUri)
    const email = newAddress()
    await page.goto(begin())
    await page.getByLabel('E-mail address').fill(email)
    await page.keyboard.press('Enter')
    await expect(page.getByText(email)).toBeVisible()
    const [mail] = await mailsTo(page.request, email, url)
    await page.getByLabel('Six-digit code').fill(mail?.code ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${redirectUri}?code=**`)
  })
})
