import { expect, type Page } from '@playwright/test'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { createGate, noAnswer, viewAs, withEachBackForwardCache } from './viewer.ts'

const checkoutUrl = '**/api/stripe/create-checkout'
const lifetimeButton = (page: Page) => page.getByRole('button', { name: 'Get Lifetime access' })

async function openAsFreeUser(page: Page, baseURL: string | undefined) {
  await viewAs(page, baseURL, 'free')
  await page.goto('/pricing')
  await expect(lifetimeButton(page)).toBeEnabled()
}

test('C1 C2 B5: the plan is posted, the button says so, and the browser goes to the url', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  // No page of ours is there: it stands for the payment service's.
  expectedConsoleErrors.push(/404/)
  await openAsFreeUser(page, baseURL)
  const gate = createGate()
  await page.route(checkoutUrl, async (route) => {
    await gate.opened
    await route.fulfill({ json: { url: `${baseURL}/paid-here` } })
  })
  const requested = page.waitForRequest(checkoutUrl)
  await lifetimeButton(page).click()
  const request = await requested
  expect(request.method()).toBe('POST')
  expect(request.postDataJSON()).toEqual({ plan: 'lifetime' })
  expect(request.headers()['content-type']).toContain('application/json')
  expect(request.headers().apikey).toBe('pk_test_e2e')
  await expect(page.getByRole('button', { name: 'Redirecting...' })).toBeDisabled()
  gate.open()
  await page.waitForURL('**/paid-here')
})

test('B5: a double click starts one checkout', async ({ page, baseURL }) => {
  await openAsFreeUser(page, baseURL)
  let requests = 0
  await page.route(checkoutUrl, () => {
    requests++
  })
  await lifetimeButton(page).dblclick()
  await page.getByRole('button', { name: 'Redirecting...' }).click({ force: true })
  await page.getByRole('button', { name: 'Upgrade to Monthly' }).click({ force: true })
  expect(requests).toBe(1)
})

test('C3 C4 C5 C6 B7 F104: the text of a failure is in an alert and in the console, the button idle', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/Checkout failed/, /status of (409|500|502)/, /ERR_FAILED/, noAnswer)
  await openAsFreeUser(page, baseURL)
  const expectFailure = async (text: string | RegExp) => {
    const logged = page.waitForEvent('console', (message) => message.text().includes('Checkout failed'))
    await lifetimeButton(page).click()
    await expect(page.getByRole('alert')).toHaveText(text)
    const message = await logged
    expect(message.type()).toBe('error')
    await expect(lifetimeButton(page)).toBeEnabled()
    await expect(lifetimeButton(page)).toBeFocused()
    await page.getByRole('button', { name: 'Dismiss error' }).click()
    await expect(page.getByRole('alert')).toHaveText('')
    return message.text()
  }
  for (const [status, body, text] of [
    [409, '{"error":"You own Lifetime already."}', 'You own Lifetime already.'],
    [500, '{}', 'Failed to create checkout session'],
    [502, '<html>', 'Failed to create checkout session'],
    [200, '{}', 'No checkout URL received'],
    [200, 'fine', 'No checkout URL received'],
  ] as const) {
    await page.route(checkoutUrl, (route) => route.fulfill({ status, body, contentType: 'application/json' }))
    expect(await expectFailure(text)).toContain(text)
  }
  await page.route(checkoutUrl, (route) => route.abort())
  const cause = page.waitForEvent('console', (message) => noAnswer.test(message.text()))
  await expectFailure(/couldn’t reach the server. Check your connection/)
  // F104: not only our sentence is in the console.
  expect((await cause).text()).toContain(
    'No answer from /api/stripe/create-checkout: TypeError: Failed to fetch',
  )
  // One that is not an Error.
  await page.evaluate(() => {
    window.fetch = () => Promise.reject('out of order')
  })
  await expectFailure('Failed to start checkout process')
})

/** Longer than the test may take: the page's clock also runs by itself. */
const RETRY_SECONDS = 400

const seatBusy = {
  status: 429,
  headers: { 'retry-after': String(RETRY_SECONDS) },
  json: { code: 'network-busy', error: 'Several people on your network are paying.' },
}

/** By the page's clock, counted from midnight. */
const minuteInHalfAnHour = (page: Page) =>
  page.evaluate(() => {
    const at = new Date(Date.now() + 30 * 60_000)
    return at.getHours() * 60 + at.getMinutes()
  })

/** Opens the page with a clock that the test moves; returns the number of times that checkout was asked for. */
async function openBusy(page: Page, baseURL: string | undefined, response: () => object) {
  await page.clock.install({ time: new Date('2026-11-16T10:00:00') })
  await openAsFreeUser(page, baseURL)
  let requests = 0
  await page.route(checkoutUrl, (route) => {
    requests++
    return route.fulfill(response())
  })
  return () => requests
}

test('F58 B5: while colleagues pay the page waits, says so and for how long, then goes to the payment', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 429/, /404/)
  let response: object = seatBusy
  const requests = await openBusy(page, baseURL, () => response)
  const earliest = await minuteInHalfAnHour(page)
  await lifetimeButton(page).click()
  const status = page.locator('[aria-live=polite]').filter({ hasText: 'on your network' })
  const told =
    /^Several people on your network are paying\. Keep this page open: .+ It waits 30 minutes at most, until (10):(\d\d)/
  await expect(status).toHaveText(told)
  const [, hour, minute] = told.exec((await status.textContent()) ?? '') ?? []
  const until = Number(hour) * 60 + Number(minute)
  expect(until).toBeGreaterThanOrEqual(earliest)
  expect(until).toBeLessThanOrEqual(await minuteInHalfAnHour(page))
  await expect(page.getByRole('button', { name: 'Redirecting...' })).toBeDisabled()
  await expect(page.getByRole('alert')).toHaveText('')
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.getByRole('button', { name: 'Stop waiting' })).toBeInViewport({ ratio: 1 })
    expect(await axeViolationsInBothSchemes(page), `at ${width} px`).toEqual(noViolations)
  }
  for (let asked = 1; asked <= 3; asked++) {
    expect(requests()).toBe(asked)
    const requestsAgain = page.waitForResponse(checkoutUrl)
    await page.clock.runFor(RETRY_SECONDS * 1000)
    await requestsAgain
  }
  response = { json: { url: `${baseURL}/paid-here` } }
  await expect(async () => {
    await page.clock.runFor(RETRY_SECONDS * 1000).catch(() => {})
    expect(page.url()).toContain('/paid-here')
  }).toPass()
})

test('F58 B7 C3: waiting can be stopped; without end it ends after the half hour that was told, and says so in an alert', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 429/, /Checkout failed/)
  let response = seatBusy
  const requests = await openBusy(page, baseURL, () => response)
  await lifetimeButton(page).click()
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(lifetimeButton(page)).toBeEnabled()
  await expect(lifetimeButton(page)).toBeFocused()
  await expect(page.getByText('on your network')).toHaveCount(0)
  await page.clock.runFor(2 * RETRY_SECONDS * 1000)
  expect(requests()).toBe(1)

  response = { ...seatBusy, headers: { 'retry-after': '700' } }
  await lifetimeButton(page).click()
  for (let asked = 1; asked <= 2; asked++) {
    await expect(page.getByRole('button', { name: 'Stop waiting' })).toBeVisible()
    const requestsAgain = page.waitForResponse(checkoutUrl)
    await page.clock.runFor(700_000)
    await requestsAgain
  }
  await expect(page.getByRole('alert')).toHaveText(
    'No seat came free for you while this page waited. Please try again later.',
  )
  await expect(lifetimeButton(page)).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Stop waiting' })).toHaveCount(0)
  await page.clock.runFor(1_200_000)
  expect(requests()).toBe(4)
})

test('B7 F25: after Back from the payment page the button is idle, with and without the browser cache', async ({
  server,
  browser: uncached,
}) => {
  await withEachBackForwardCache(uncached, async (browser, isCached) => {
    const page = await browser.newPage({ baseURL: server.url })
    await openAsFreeUser(page, server.url)
    await page.route(checkoutUrl, (route) => route.fulfill({ json: { url: `${server.url}/paid-here` } }))
    const isRestoredAfterBack = async () => {
      await page.evaluate(() => {
        addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }))
      })
      await lifetimeButton(page).click()
      await page.waitForURL('**/paid-here')
      await page.goBack({ waitUntil: 'commit' })
      await expect(lifetimeButton(page)).toBeEnabled()
      return page.evaluate(() => 'persisted' in window && window.persisted)
    }
    // A busy browser may leave a page out of its cache: then once more.
    await expect.poll(isRestoredAfterBack).toBe(isCached)
    await page.close()
  })
})
