import { expect } from '@playwright/test'
import { startOidcProvider } from '../support/app/oidc-provider.ts'
import { findFreePort } from '../support/processes/free-port.ts'
import { test } from './running-server.ts'
import { newAddress } from './viewer.ts'

test('I1 I2 D2 D3: from the pricing page through an OpenID Connect provider and back, as a free user', async ({
  page,
  openServer,
  expectedConsoleErrors,
}) => {
  // The provider's own pages want a font and an icon.
  expectedConsoleErrors.push(/fonts\.googleapis/, /favicon/)
  await page.route('https://**', (route) => route.abort())
  const port = await findFreePort()
  const provider = await startOidcProvider(`http://127.0.0.1:${port}/api/auth/callback/acme`)
  const { issuer, clientId, clientSecret } = provider
  const providers = JSON.stringify([{ id: 'acme', name: 'Acme', issuer, clientId, clientSecret }])
  const server = await openServer({ port, env: { OIDC_PROVIDERS: providers } })
  try {
    await page.goto(`${server.url}/pricing`)
    await page.getByRole('navigation').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await page.waitForURL(`${issuer}/**`)
    const email = newAddress()
    await page.locator('[name=login]').fill(email)
    await page.locator('[name=password]').fill('anything')
    await page.getByRole('button').first().click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${server.url}/pricing`)
    const free = page.getByRole('region', { name: 'Free', exact: true })
    await expect(free.getByRole('button', { name: 'Your Current Plan' })).toBeDisabled()
    await page.goto(`${server.url}/account`)
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByText('Ann Example')).toBeVisible()
  } finally {
    await provider.stop()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('F102 the button leads to the provider, and says when that cannot be reached', async ({
    page,
    openServer,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/fonts\.googleapis/, /favicon/, /502/)
    await page.route('https://**', (route) => route.abort())
    const port = await findFreePort()
    const provider = await startOidcProvider(`http://127.0.0.1:${port}/api/auth/callback/acme`)
    const { issuer, clientId, clientSecret } = provider
    const gone = {
      id: 'gone',
      name: 'Gone',
      issuer: `http://127.0.0.1:${await findFreePort()}`,
      clientId,
      clientSecret,
    }
    const providers = JSON.stringify([{ id: 'acme', name: 'Acme', issuer, clientId, clientSecret }, gone])
    const server = await openServer({ port, env: { OIDC_PROVIDERS: providers } })
    try {
      await page.goto(`${server.url}/sign-in?next=/account`)
      await page.getByRole('button', { name: 'Continue with Gone' }).click()
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText(
        'isn’t available right now',
      )
      await page.getByRole('button', { name: 'Continue with Acme' }).click()
      await page.waitForURL(`${issuer}/**`)
      await page.locator('[name=login]').fill(newAddress())
      await page.locator('[name=password]').fill('anything')
      await page.getByRole('button').first().click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(`${server.url}/sign-in?next=%2Faccount`)
      expect((await (await page.request.get(`${server.url}/api/auth/get-session`)).json()).user).toBeTruthy()
    } finally {
      await provider.stop()
    }
  })
})
