import { expect, type Page } from '@playwright/test'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { createGate, mailsTo, newAddress, overflow, problem, watchShifts, wrongCode } from './viewer.ts'

const emailField = (page: Page) => page.getByLabel('E-mail address')
const codeField = (page: Page) => page.getByLabel('Six-digit code')
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

/** The scripts of all pages from now on come when the returned function is called. */
async function holdScripts(page: Page) {
  const gate = createGate()
  await page.route('**/assets/*.js', async (route) => {
    await gate.opened
    await route.continue()
  })
  return gate.open
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('I1 I2 F102 from /sign-in by the code from the mail to next', async ({ page }) => {
    const email = newAddress()
    await page.goto('/sign-in?next=%2Faccount%3Fx%3D1')
    await emailField(page).fill(email)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sign-in/code?next=%2Faccount%3Fx%3D1')
    await expect(page.getByText(email)).toBeVisible()
    // Neither reloading nor going back and forward posts the form again.
    await page.reload()
    await page.goBack()
    await page.goForward()
    const mails = await mailsTo(page.request, email)
    expect(mails).toHaveLength(1)
    await codeField(page).fill(mails[0]?.code ?? '')
    await signInButton(page).click()
    await page.waitForURL('**/account?x=1')
    const session = await page.request.get('/api/auth/get-session')
    expect((await session.json()).user.email).toBe(email)
  })

  test('F102 refusals stand at their field, with the address kept, and a new code can be requested', async ({
    page,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/400/)
    await page.goto('/sign-in')
    // Accepted by the browser, refused by the server.
    await emailField(page).fill('ann@localhost')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(emailField(page)).toHaveValue('ann@localhost')
    await expect(emailField(page)).toHaveAccessibleDescription(/look like an e-mail address/)

    const email = newAddress()
    await emailField(page).fill(email)
    await page.keyboard.press('Enter')
    await expect(page.getByText(email)).toBeVisible()
    const [mail] = await mailsTo(page.request, email)
    await codeField(page).fill(wrongCode(mail))
    await page.keyboard.press('Enter')
    await expect(codeField(page)).toHaveAccessibleDescription(/isn’t right/)
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await expect(codeField(page)).toHaveAccessibleDescription(/A new code is on its way/)
    expect(await mailsTo(page.request, email)).toHaveLength(2)
    await page.getByRole('link', { name: 'Use another address' }).click()
    await expect(emailField(page)).toHaveValue('')
  })
})

test('F102 before the script has come Enter sends the code; the drawn pages are accessible, fit a phone, and the script continues from them', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/400/)
  const expectNoFlaw = async () => expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
  const openGate = await holdScripts(page)
  const shiftedBy = await watchShifts(page)
  const email = newAddress()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/sign-in?next=/account')
  await emailField(page).fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sign-in/code?next=%2Faccount')
  await expectNoFlaw()
  const [mail] = await mailsTo(page.request, email)
  await codeField(page).fill(wrongCode(mail))
  await page.keyboard.press('Enter')
  await expect(problem(page)).toContainText('isn’t right')
  await expectNoFlaw()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.reload()
  await expect(problem(page)).toContainText('isn’t right')

  const code = mail?.code ?? ''
  await codeField(page).pressSequentially(code.slice(0, 3))
  openGate()
  await page.waitForLoadState('networkidle')
  await expect(codeField(page)).toHaveValue(code.slice(0, 3))
  expect(await shiftedBy()).toBe(0)
  await codeField(page).pressSequentially(code.slice(3))
  await page.waitForURL('**/account')
})

test('F102 a whole code that was typed before the script came signs in when it comes', async ({ page }) => {
  const openGate = await holdScripts(page)
  const email = newAddress()
  await page.goto('/sign-in?next=/account')
  await emailField(page).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(email)).toBeVisible()
  const [mail] = await mailsTo(page.request, email)
  await codeField(page).fill(mail?.code ?? '')
  openGate()
  await page.waitForURL('**/account')
})
