import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import {
  addSessionHint,
  mailsTo,
  newAddress,
  openAccount,
  openOwnAccount,
  overflow,
  problem,
  signInByApi,
  signInElsewhere,
  watchApiCalls,
  wrongCode,
} from './viewer.ts'

const you = (page: Page) => page.getByRole('region', { name: 'You', exact: true })
const sessions = (page: Page) => page.getByRole('region', { name: 'Where you are signed in' })
const deletion = (page: Page) => page.getByRole('region', { name: 'Delete account' })
const getSession = async (page: Page) => (await page.request.get('/api/auth/get-session')).json()

test('D2 D3: the account shows who one is, the plan, and where one is signed in; what somebody pays for stands beside the rest on a wide screen, and before it on a phone', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const email = newAddress()
  const elsewhere = await signInElsewhere(browser, baseURL, email, {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  })
  await signInByApi(context, baseURL, email)
  await page.goto('/account')
  await expect(you(page)).toContainText(email)
  await expect(you(page)).toContainText('Free')
  await expect(you(page).getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
  const rows = sessions(page).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Firefox on Linux' })).not.toContainText('This device')
  const time = rows.first().locator('time')
  await expect(time).toHaveText('just now')
  expect(Date.parse((await time.getAttribute('datetime')) ?? '')).toBeGreaterThan(Date.now() - 60_000)
  await elsewhere.close()

  const place = async (name: string) =>
    (await page.getByRole('region', { name }).boundingBox()) ?? { x: 0, y: 0 }
  await page.setViewportSize({ width: 1280, height: 800 })
  expect((await place('Where you are signed in')).x).toBeGreaterThan((await place('Billing')).x)
  await page.setViewportSize({ width: 390, height: 800 })
  expect((await place('Where you are signed in')).x).toBe((await place('Billing')).x)
  expect((await place('Where you are signed in')).y).toBeGreaterThan((await place('Billing')).y)
})

test('the footer of a short page is at the end of the window', async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/404/)
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const path of ['/sign-in', '/nowhere']) {
    await page.goto(path)
    const footer = await page.getByRole('contentinfo').boundingBox()
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBe(900)
  }
})

test('one’s own data is downloaded by keyboard, as a file that says who one is', async ({
  page,
  baseURL,
}) => {
  const email = await openOwnAccount(page, baseURL)
  const link = page.getByRole('link', { name: 'Download everything stored about you' })
  await link.focus()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toBe('my-data.json')
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data.users).toMatchObject([{ email }])
})

test('without a session it goes to the sign-in page, and asks nothing', async ({
  page,
  context,
  baseURL,
}) => {
  const calls = watchApiCalls(page)
  await page.goto('/account')
  await page.waitForURL('**/sign-in?next=/account')
  expect(calls).toEqual([])
  await addSessionHint(context, baseURL)
  await page.route('**/api/account', (route) => route.fulfill({ status: 200, json: {} }))
  await page.goto('/account')
  await page.waitForURL('**/sign-in?next=/account')
})

test('signing out ends this session and no other', async ({ page, context, browser, baseURL }) => {
  const email = newAddress()
  const elsewhere = await signInElsewhere(browser, baseURL, email)
  await signInByApi(context, baseURL, email)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/pricing')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Sign in' })).toBeVisible()
  // Of the session nothing is left; that this browser is known to the owner stays (F57).
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['fairseat.browser'])
  expect(await getSession(page)).toBeNull()
  expect(await (await elsewhere.request.get('/api/auth/get-session')).json()).toMatchObject({
    user: { email },
  })
  await elsewhere.close()
})

test('I4: signing out everywhere ends another browser’s session at its next refresh', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const email = newAddress()
  const elsewhere = await signInElsewhere(browser, baseURL, email)
  const other = await elsewhere.newPage()
  await other.clock.install()
  const loaded = other.waitForResponse('**/keep-session-*.js')
  await other.goto('/pricing')
  await loaded
  await expect(other.getByRole('link', { name: 'Account' })).toBeVisible()

  await signInByApi(context, baseURL, email)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL('**/pricing')
  expect(await getSession(page)).toBeNull()

  await other.clock.fastForward(30 * 60_000)
  await expect(other.getByRole('link', { name: 'Account' })).toBeVisible()
  await other.clock.fastForward(29 * 60_000)
  await expect(other.getByRole('navigation').getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect((await elsewhere.cookies()).map(({ name }) => name)).toEqual(['fairseat.browser'])
  await elsewhere.close()
})

test('an account is deleted with a code from the mail, and not with another', async ({
  page,
  context,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/400/)
  const email = await openOwnAccount(page, baseURL)
  await deletion(page).getByRole('button', { name: 'Delete my account' }).click()
  const code = page.getByLabel('Six-digit code')
  await expect(code).toBeFocused()
  const [mail] = await mailsTo(page.request, email)
  expect(mail?.subject).toContain('delete')
  await code.fill(wrongCode(mail))
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(problem(page)).toContainText('isn’t right')
  await expect(code).toHaveValue('')
  await expect(code).toBeFocused()
  await code.fill(mail?.code ?? '')
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await page.waitForURL('**/pricing')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(await context.cookies()).toEqual([])
  expect(await getSession(page)).toBeNull()
})

test('a deletion that is refused says why', async ({ page, context, baseURL, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/409/)
  await signInByApi(context, baseURL, newAddress())
  await page.route('**/api/account/deletion-code', (route) =>
    route.fulfill({ status: 409, json: { error: 'Your subscription is still running. Cancel it first.' } }),
  )
  await page.goto('/account')
  await deletion(page).getByRole('button', { name: 'Delete my account' }).click()
  await expect(problem(page)).toHaveText('Your subscription is still running. Cancel it first.')
  await expect(deletion(page).getByRole('button', { name: 'Delete my account' })).toBeEnabled()
})

test('what could not be loaded is said, and can be tried again', async ({
  page,
  context,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/503/)
  const email = newAddress()
  await signInByApi(context, baseURL, email)
  await page.route('**/api/account', (route) => route.fulfill({ status: 503, json: { error: 'Back soon.' } }))
  await page.goto('/account')
  await expect(problem(page)).toHaveText('Back soon.')
  await page.unroute('**/api/account')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(you(page)).toContainText(email)
})

test('while it loads, placeholders of the same size stand there', async ({ page, baseURL }) => {
  const respond = await openAccount(page, baseURL, 'monthly')
  await expect(page.locator('.placeholder')).toHaveCount(4)
  const boxes = () => Promise.all([you(page).boundingBox(), sessions(page).locator('ul').boundingBox()])
  const before = await boxes()
  respond()
  await expect(you(page)).toContainText('Monthly')
  expect(await boxes()).toEqual(before)
})

test('axe finds nothing on the account page in light and dark, nothing overflows at 320 px, and one can keep the account after all', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const email = await openOwnAccount(page, baseURL)
  await expect(you(page)).toContainText(email)
  expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
  await deletion(page).getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(deletion(page).getByRole('button', { name: 'Delete my account' })).toBeEnabled()
  expect(await getSession(page)).not.toBeNull()
})
