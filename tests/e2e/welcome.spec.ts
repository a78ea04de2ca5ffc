import { expect, type Page } from '@playwright/test'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { noAnswer, overflow, viewAs, watchShifts } from './viewer.ts'

const statusUrl = '**/api/stripe/checkout-status?*'
const welcomePath = '/welcome?session_id=cs_test_1'
const outcome = (page: Page) => page.getByRole('status')
const links = (page: Page) => page.getByRole('main').getByRole('link')

/** The server's answers about the payment, in turn; the last is repeated. `0` is a lost connection. */
async function answerWith(page: Page, ...responses: [status: number, body: object][]) {
  const asked: string[] = []
  await page.route(statusUrl, async (route) => {
    asked.push(new URL(route.request().url()).search)
    const [status, json] = (responses.length > 1 ? responses.shift() : responses[0]) ?? [0, {}]
    await (status === 0 ? route.abort() : route.fulfill({ status, json }))
  })
  return asked
}

const processing: [number, object] = [200, { status: 'processing', plan: 'free' }]
const paid: [number, object] = [200, { status: 'paid', plan: 'lifetime' }]
const unpaid: [number, object] = [200, { status: 'unpaid', plan: 'free' }]
const refusal = 'This payment belongs to another account. Sign in with the one you paid from.'
const refused: [number, object] = [403, { error: refusal, code: 'not-your-checkout' }]
const trial = { status: 'trialing', periodEndsAt: '2027-01-12T12:00:00Z', cancelAtPeriodEnd: false }

test('F8: a buyer who is back before the webhook sees processing, is never offered to pay again, and gets the plan', async ({
  page,
}) => {
  const asked = await answerWith(page, processing, processing, paid)
  await page.clock.install()
  await page.goto(welcomePath)
  await expect(outcome(page)).toContainText('Your payment is being processed.')
  await expect(outcome(page)).toContainText('please don’t pay again')
  await expect(page.getByRole('main').locator('a, button')).toHaveCount(0)
  await page.clock.runFor(1_000)
  await expect.poll(() => asked).toHaveLength(2)
  await expect(outcome(page)).toContainText('Your payment is being processed.')
  await expect(page.getByRole('main').locator('a, button')).toHaveCount(0)
  await page.clock.runFor(2_000)
  await expect(page.getByRole('heading', { name: 'Welcome to Lifetime' })).toBeVisible()
  await expect(outcome(page)).toContainText('yours for good')
  await expect(links(page)).toHaveText(['Go to your account'])
  await page.clock.runFor(60_000)
  expect(asked).toEqual(Array(3).fill('?session_id=cs_test_1'))
})

test('F8: after ten minutes it still does not offer to pay again, and can be asked once more', async ({
  page,
}) => {
  await answerWith(page, processing)
  await page.clock.install()
  await page.goto(welcomePath)
  await expect(outcome(page)).toContainText('is being processed')
  // Step by step: each next question waits for the answer before it.
  const again = page.getByRole('button', { name: 'Check again' })
  await expect(async () => {
    await page.clock.runFor(10_000)
    expect(await again.isVisible()).toBe(true)
  }).toPass({ intervals: [20] })
  await expect(outcome(page)).toContainText('still being processed')
  await expect(links(page)).toHaveText(['Go to your account'])
  await page.unroute(statusUrl)
  await answerWith(page, paid)
  await again.click()
  await expect(page.getByRole('heading', { name: 'Welcome to Lifetime' })).toBeVisible()
})

test('a month that begins with a trial says until when, in English as the visitor writes it', async ({
  browser,
  baseURL,
}) => {
  for (const [locale, date] of [
    ['en-GB', '12 January 2027'],
    ['de-DE', 'January 12, 2027'],
  ] as const) {
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      locale,
      timezoneId: 'Europe/Berlin',
    })
    const page = await context.newPage()
    await viewAs(page, baseURL, 'monthly', trial)
    await answerWith(page, [200, { status: 'paid', plan: 'monthly' }])
    await page.goto(welcomePath)
    await expect(page.getByRole('heading', { name: 'Welcome to Monthly' })).toBeVisible()
    await expect(outcome(page)).toContainText(
      `Your free trial runs until ${date}. You pay nothing before then.`,
    )
    await expect(page.locator('time')).toHaveAttribute('datetime', trial.periodEndsAt)
    await context.close()
  }
})

test('a payment that was not completed leads back to the plans', async ({ page }) => {
  await answerWith(page, unpaid)
  await page.goto(welcomePath)
  await expect(outcome(page)).toContainText('This payment wasn’t completed, and you weren’t charged.')
  await expect(links(page)).toHaveText(['See the plans'])
  await expect(links(page)).toHaveAttribute('href', '/pricing')
})

test('F8: opened again when the plan has ended, it says so, leads to the account and asks no more', async ({
  page,
}) => {
  const asked = await answerWith(page, [200, { status: 'ended', plan: 'free' }])
  await page.clock.install()
  await page.goto(welcomePath)
  await expect(outcome(page)).toContainText('The plan you got here has ended.')
  await expect(links(page)).toHaveText(['Go to your account'])
  await page.clock.runFor(60_000)
  expect(asked).toHaveLength(1)
})

test('F26: somebody else’s session id shows the refusal and nothing of theirs', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/403/)
  const asked = await answerWith(page, [403, { error: refusal, status: 'paid', plan: 'lifetime' }])
  await page.clock.install()
  await page.goto(welcomePath)
  await expect(outcome(page)).toContainText(refusal)
  await expect(page.getByRole('main')).not.toContainText(/welcome|lifetime|monthly|trial/i)
  await page.clock.runFor(60_000)
  expect(asked).toHaveLength(1)
})

test('F26: signed out, it goes to the sign-in page, which knows the way back', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/401/)
  await page.goto('/welcome?session_id=cs_test_a1%26b')
  await page.waitForURL('**/sign-in?next=*')
  const next = new URL(page.url()).searchParams.get('next')
  expect(next).toBe('/welcome?session_id=cs_test_a1%26b')
})

test('a lost connection is said, and it goes on trying', async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/ERR_FAILED/, noAnswer, /502/)
  const down = 'We can’t reach the payment service right now. You weren’t charged; please try again.'
  await answerWith(page, [0, {}], [502, { error: down }], paid)
  await page.clock.install()
  await page.goto(welcomePath)
  await expect(outcome(page)).toContainText('We can’t reach the server right now. We’ll keep trying.')
  await page.clock.runFor(1_000)
  await expect(outcome(page)).toContainText('We can’t look up your payment right now. We’ll keep trying.')
  await expect(outcome(page)).not.toContainText('try again')
  await page.clock.runFor(2_000)
  await expect(page.getByRole('heading', { name: 'Welcome to Lifetime' })).toBeVisible()
})

test('without a session id there is nothing to show, and nothing is asked', async ({ page }) => {
  const asked = await answerWith(page, paid)
  for (const path of ['/welcome', '/welcome?session_id=']) {
    await page.goto(path)
    await expect(outcome(page)).toContainText('There’s no payment to show here.')
    await expect(links(page)).toHaveAttribute('href', '/pricing')
  }
  expect(asked).toEqual([])
})

test('a hidden tab asks nothing, and asks at once when it is seen', async ({ page }) => {
  const asked = await answerWith(page, processing, paid)
  await page.clock.install()
  await page.goto(welcomePath)
  await expect(outcome(page)).toContainText('is being processed')
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await setHidden(true)
  await page.clock.runFor(60_000)
  expect(asked).toHaveLength(1)
  await setHidden(false)
  await expect(page.getByRole('heading', { name: 'Welcome to Lifetime' })).toBeVisible()
})

test('it is asked for again at each visit', async ({ request }) => {
  expect((await request.get('/welcome')).headers()['cache-control']).toBe('no-cache')
})

const states: [name: string, path: string, response: [number, object], text: string][] = [
  ['processing', welcomePath, processing, 'is being processed'],
  ['paid', welcomePath, [200, { status: 'paid', plan: 'monthly' }], 'Your free trial runs until'],
  ['unpaid', welcomePath, unpaid, 'wasn’t completed'],
  ['refused', welcomePath, refused, 'belongs to another account'],
  ['out of reach', welcomePath, [0, {}], 'We’ll keep trying'],
  ['no payment', '/welcome', paid, 'There’s no payment'],
]
test('axe finds nothing on welcome in any state, in light and dark; nothing overflows at 320 px, nothing shifts', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/403/, /ERR_FAILED/, noAnswer)
  const shift = await watchShifts(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await viewAs(page, baseURL, 'monthly', trial)
  for (const [name, path, response, text] of states)
    await test.step(name, async () => {
      // The page before asks again and again, and would be answered by the server.
      await page.goto('about:blank')
      await page.unroute(statusUrl)
      await answerWith(page, response)
      await page.goto(path)
      await expect(outcome(page)).toContainText(text)
      expect(await shift()).toBeLessThanOrEqual(0.001)
      // Around it the page is the same for all.
      const changed = name === 'processing' ? {} : { within: 'main' }
      expect(await axeViolationsInBothSchemes(page, changed)).toEqual(noViolations)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    })
})

test('nothing shifts on the way from processing over trouble to paid at 320 and 1280 px', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/ERR_FAILED/, noAnswer)
  const shift = await watchShifts(page)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.unroute(statusUrl)
    await answerWith(page, processing, [0, {}], processing, paid)
    await page.goto(welcomePath)
    await expect(page.getByRole('heading', { name: 'Welcome to Lifetime' })).toBeVisible()
    expect(await shift(), `at ${width} px`).toBeLessThanOrEqual(0.001)
  }
})
