import { expect, type Page } from '@playwright/test'
import fc from 'fast-check'
import { safeNext } from '../../core/identity/safe-next.ts'
import { devToken } from '../support/app/dev-token.ts'
import { hostileNext } from '../support/app/hostile-next.ts'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import {
  addSessionHint,
  createGate,
  mailsTo,
  newAddress,
  overflow,
  problem,
  signInByApi,
  viewAs,
  watchApiCalls,
  wrongCode,
} from './viewer.ts'

const sendUrl = '**/api/auth/email-otp/send-verification-otp*'
const verifyUrl = '**/api/auth/sign-in/email-otp'
const emailField = (page: Page) => page.getByLabel('E-mail address')
const codeField = (page: Page) => page.getByLabel('Six-digit code')
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send me a code' })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

/** Ready for input, which the page's script gets. */
async function openSignIn(page: Page, path: string) {
  await page.goto(path)
  await expect(emailField(page)).toBeFocused()
}

async function requestCode(page: Page, email: string, path = '/sign-in?next=/pricing') {
  await openSignIn(page, path)
  await emailField(page).fill(email)
  await sendButton(page).click()
  await expect(codeField(page)).toBeFocused()
}

test('I1 I2 D2 D3: from pricing by a code from the mail back to pricing, as a free user', async ({
  page,
}) => {
  const email = newAddress()
  await page.goto('/pricing')
  await page.getByRole('navigation').getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/sign-in?next=/pricing')
  await expect(emailField(page)).toBeFocused()
  await emailField(page).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(email)).toBeVisible()
  const [mail] = await mailsTo(page.request, email)
  await codeField(page).pressSequentially(mail?.code ?? '')
  await page.waitForURL('**/pricing')
  await expect(
    page.getByRole('region', { name: 'Free' }).getByRole('button', { name: 'Your Current Plan' }),
  ).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Get Lifetime access' })).toBeEnabled()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Account' })).toBeVisible()
})

test('I2: a code pasted with a space in it signs in at once, and goes on to next', async ({ page }) => {
  const email = newAddress()
  await requestCode(page, email, '/sign-in?next=%2Faccount%3Fx%3D1%23y')
  const [mail] = await mailsTo(page.request, email)
  // As a paste: all at once.
  await codeField(page).fill(mail?.code.replace(/^.../, '$& ') ?? '')
  await page.waitForURL('**/account?x=1#y')
})

test('a wrong code: the sentence at the field, which is empty and has the focus; after too many a new code is offered and works', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/40[03]/)
  await page.clock.install()
  const email = newAddress()
  await requestCode(page, email)
  const before = await signInButton(page).boundingBox()
  const [first] = await mailsTo(page.request, email)
  const wrong = wrongCode(first)
  await codeField(page).pressSequentially(wrong)
  await expect(problem(page)).toContainText('isn’t right')
  await expect(codeField(page)).toHaveValue('')
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(codeField(page)).toHaveAccessibleDescription(/isn’t right/)
  expect(await signInButton(page).boundingBox()).toEqual(before)
  for (let tries = 1; tries < 6; tries++) {
    await expect(codeField(page)).toHaveValue('')
    const answered = page.waitForResponse(verifyUrl)
    await codeField(page).fill(wrong)
    await answered
  }
  await expect(problem(page)).toContainText('Too many wrong tries')
  await expect(signInButton(page)).toHaveCount(0)
  await page.clock.fastForward(30_000)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('A new code is on its way.')).toBeVisible()
  const [second] = await mailsTo(page.request, email)
  await codeField(page).fill(second?.code ?? '')
  await page.waitForURL('**/pricing')
})

test('a new code can be asked for after a visible wait of 30 s', async ({ page }) => {
  const email = newAddress()
  await page.clock.install({ time: '2026-11-15T11:00:00Z' })
  await page.clock.pauseAt('2026-11-15T12:01:00Z')
  await openSignIn(page, '/sign-in')
  await emailField(page).fill(email)
  await sendButton(page).click()
  const resend = page.getByRole('button', { name: /^Send a new code/ })
  await expect(resend).toHaveText('Send a new code in 30 s')
  await expect(resend).toBeDisabled()
  await page.clock.runFor(29_000)
  await expect(resend).toHaveText('Send a new code in 1 s')
  await page.clock.runFor(1_000)
  await resend.click()
  await expect(page.getByText('A new code is on its way.')).toBeVisible()
  await expect(resend).toHaveText('Send a new code in 30 s')
  expect(await mailsTo(page.request, email)).toHaveLength(2)
})

test('too many requests: the sentence, and the wait that the server asks for', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/429/)
  await page.clock.install()
  await page.route(sendUrl, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '90' },
      json: { error: 'Too many. Please wait.' },
    }),
  )
  await openSignIn(page, '/sign-in')
  await emailField(page).fill(newAddress())
  const button = page.locator('button[type=submit]')
  const before = await button.boundingBox()
  await button.click()
  await expect(emailField(page)).toHaveAccessibleDescription('Too many. Please wait.')
  await expect(button).toHaveText(/^Try again in (90|89) s$/)
  await expect(button).toBeDisabled()
  expect(await button.boundingBox()).toEqual(before)
  await page.clock.fastForward(90_000)
  await expect(button).toHaveText('Send me a code')
  await expect(button).toBeEnabled()
})

test('the link in the mail fills the code in and does not use it up, whoever opens it', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = newAddress()
  await requestCode(page, email, '/sign-in?next=/account')
  const [mail] = await mailsTo(page.request, email)
  const link = mail?.link ?? ''
  for (let opened = 0; opened < 2; opened++) {
    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    const other = await context.newPage()
    const tries: string[] = []
    other.on('request', (request) => request.method() === 'POST' && tries.push(request.url()))
    await other.goto(link)
    await expect(codeField(other)).toHaveValue(mail?.code ?? '')
    await expect(other.getByText(email)).toBeVisible()
    await expect(signInButton(other)).toBeFocused()
    expect(other.url()).not.toContain('#')
    expect(other.url()).not.toContain(mail?.code ?? '')
    expect(tries).toEqual([])
    // The first is a scanner and leaves; the second is a person.
    if (opened === 1) {
      await signInButton(other).click()
      await other.waitForURL('**/account')
    }
    await context.close()
  }
})

test('F57: when a mailbox got enough mails the page says so, and the newest link signs in here', async ({
  page,
  playwright,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/429/)
  const email = newAddress()
  for (let asked = 0; asked < 4; asked++) {
    const stranger = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
    await stranger.post('/api/auth/email-otp/send-verification-otp', {
      data: { email, type: 'sign-in' },
      headers: { origin: baseURL ?? '' },
    })
    await stranger.dispose()
  }
  await openSignIn(page, '/sign-in?next=/account')
  await emailField(page).fill(email)
  await sendButton(page).click()
  await expect(problem(page)).toContainText('Open the link in the newest one')
  await expect(sendButton(page)).toBeEnabled()
  const [mail] = await mailsTo(page.request, email)
  await page.goto('about:blank')
  await page.goto(mail?.link ?? '')
  await signInButton(page).click()
  await expect(page).not.toHaveURL(/sign-in/)
})

test('an address can be changed, the button works once per click, and back by the browser’s cache the page begins again', async ({
  page,
}) => {
  const email = newAddress()
  await requestCode(page, email)
  await page.getByRole('link', { name: 'Use another address' }).click()
  await expect(emailField(page)).toHaveValue(email)
  await expect(emailField(page)).toBeFocused()
  let requests = 0
  await page.route(sendUrl, () => {
    requests++
  })
  await emailField(page).fill(newAddress())
  await sendButton(page).dblclick()
  await page.getByRole('button', { name: 'Sending…' }).click({ force: true })
  await emailField(page).press('Enter')
  expect(requests).toBe(1)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(sendButton(page)).toBeEnabled()
})

test('I1: one who is signed in goes on to next at once, if it is on this site; 5,000 hostile values are for the browser’s own URL parser', async ({
  page,
  context,
  baseURL,
  expectedConsoleErrors,
}) => {
  // Pages of our own that are not there.
  expectedConsoleErrors.push(/404/)
  await signInByApi(context, baseURL, newAddress())
  await page.goto('/sign-in?next=/account')
  await page.waitForURL(`${baseURL}/account`)
  // What else is hostile is tried in core/identity/safe-next.test.ts, and below.
  for (const next of ['//evil.example', '/\t/evil.example']) {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await page.waitForURL(`${baseURL}/pricing`)
  }
  await page.goto('/sign-in?next=/nowhere?x=1%23y')
  await page.waitForURL(`${baseURL}/nowhere?x=1#y`)

  const values = fc.sample(hostileNext, { numRuns: 5_000, seed: 1 }).map((next) => safeNext(next))
  const strays = await page.evaluate((paths) => {
    const link = document.createElement('a')
    return paths.filter((path) => {
      link.href = path
      return new URL(path, location.href).origin !== location.origin || link.origin !== location.origin
    })
  }, values)
  expect(strays).toEqual([])
  expect(new Set(values).size).toBeGreaterThan(100)
})

test('a lookup that fails is said, can be tried again, and does not send anyone on', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/lookup failed/, /503/)
  await viewAs(page, baseURL, 'lookup fails')
  await page.goto('/sign-in?next=/account')
  await expect(problem(page)).toContainText('couldn’t look up your plan')
  await expect(page.getByRole('link', { name: 'Continue anyway' })).toHaveAttribute('href', '/account')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  expect(new URL(page.url()).pathname).toBe('/sign-in')
  await viewAs(page, baseURL, 'free')
  await page.route('**/api/account', (route) => route.fulfill({ json: { user: {}, sessions: [] } }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/account')
})

test('before the script has come the form stands, and what is typed stays; nothing is asked without a session hint', async ({
  page,
  context,
  baseURL,
}) => {
  const calls = watchApiCalls(page)
  const gate = createGate()
  await page.route('**/assets/*.js', async (route) => {
    await gate.opened
    await route.continue()
  })
  await page.goto('/sign-in')
  await emailField(page).fill('ann@example.com')
  const before = await sendButton(page).boundingBox()
  gate.open()
  await page.waitForLoadState('networkidle')
  await expect(emailField(page)).toHaveValue('ann@example.com')
  expect(await sendButton(page).boundingBox()).toEqual(before)
  expect(calls).toEqual([])
  // A stale one shows the form.
  await addSessionHint(context, baseURL)
  await page.reload()
  await expect(sendButton(page)).toBeVisible()
  expect(calls).toHaveLength(2)
})

test('a provider’s error and an expired code are told; axe finds nothing in light and dark, and nothing overflows at 320 px', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/400/)
  const expectNoFlaw = async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
  await page.goto('/sign-in?next=/account&error=access_denied')
  await expect(problem(page)).toContainText('use your e-mail address')
  expect(new URL(page.url()).search).toBe('?next=%2Faccount')
  await expectNoFlaw()
  await requestCode(page, newAddress())
  await page.route(verifyUrl, (route) =>
    route.fulfill({ status: 400, json: { error: 'That code has expired.', code: 'code-expired' } }),
  )
  await codeField(page).fill('123456')
  await expect(problem(page)).toHaveText('That code has expired.')
  await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled()
  await expectNoFlaw()
  await page.goto(`/dev/outbox?dev=${devToken}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectNoFlaw()
})
