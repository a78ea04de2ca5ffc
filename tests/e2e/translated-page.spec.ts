import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { currencyConfig } from '../support/plans/commerce-config.ts'
import { test } from './running-server.ts'
import { mailsTo, newAddress, openOwnAccount, wrongCode } from './viewer.ts'

/** In the page, as the translators of browsers do it: every text, also one that comes later, stands in two <font> elements. */
function translate() {
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, title, font')) continue
      const outer = document.createElement('font')
      outer.append(document.createElement('font'))
      outer.firstElementChild?.append(`«${text.data}»`)
      text.replaceWith(outer)
    }
  }
  translateIn(document.body)
  const observer = new MutationObserver(() => translateIn(document.body))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
}

/** Before the page's script has come, so that React finds another page than the server drew. */
async function translateFirst(page: Page) {
  await page.route('**/assets/*.js', async (route) => {
    await page.waitForLoadState('domcontentloaded')
    if (!(await page.locator('font').count())) await page.evaluate(translate)
    await route.continue()
  })
}
// React says that the page is not as the server drew it, and draws it again.
const drawnAgain = /React error #418/

test('/pricing that was translated before its script came is whole, and its buttons work', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(drawnAgain)
  await openOwnAccount(page, baseURL)
  await translateFirst(page)
  await page.goto('/pricing')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('«')
  const cardsShown = page.locator('.plan-card')
  await expect(cardsShown).toHaveText([
    /Free.*\$0.*forever.*Your Current Plan/s,
    /Monthly.*\$9.*per month.*Upgrade to Monthly/s,
    /Lifetime.*\$89.*one payment.*Get Lifetime access/s,
  ])
  for (const card of await cardsShown.all()) await expect(card.locator('li')).not.toHaveCount(0)
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible()
  await page.locator('[data-plan=lifetime] button').click()
  await page.waitForURL('**/c/pay/*')
})

test('M6: on a page that was translated first the field names the currency that the prices are in', async ({
  browser,
  openServer,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(drawnAgain)
  const { url } = await openServer({ config: currencyConfig() })
  const context = await browser.newContext({ locale: 'de-AT' })
  const page = await context.newPage()
  await translateFirst(page)
  await page.goto(`${url}/pricing`)
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.locator('[data-plan=monthly] strong').getByText('€8.50')).toBeVisible()
  await expect(page.locator('select[name=currency]')).toHaveValue('eur')
  await context.close()
})

test('every other page that was translated before its script came is whole', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(drawnAgain)
  await translateFirst(page)
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Send me a code' })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible()
  await openOwnAccount(page, baseURL)
  for (const path of ['/account', '/welcome']) {
    await page.goto(path)
    await expect(page.locator('[aria-busy="true"], .placeholder')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible()
  }
})

test('sign in, buy and sign out while a translator is at work', async ({ page, expectedConsoleErrors }) => {
  // A wrong code, and a translator that came first.
  expectedConsoleErrors.push(/400/, drawnAgain)
  const go = async (change: () => Promise<unknown>, path: RegExp) => {
    await change()
    await page.waitForURL(path)
    await page.waitForLoadState('load')
    await page.evaluate(translate)
  }
  await go(() => page.goto('/pricing'), /pricing$/)
  await expect(page.getByRole('progressbar')).toBeVisible()
  await go(() => page.locator('[data-plan=lifetime] a').click(), /sign-in/)
  const email = newAddress()
  await page.locator('input[name=email]').fill(email)
  await page.locator('button[type=submit]').click()
  await expect(page.locator('input[name=code]')).toBeVisible()
  const [mail] = await mailsTo(page.request, email)
  await page.locator('input[name=code]').fill(wrongCode(mail))
  await expect(page.locator('.field [role=alert]')).not.toBeEmpty()
  await page.locator('input[name=code]').fill(mail?.code ?? '')
  await page.waitForURL('**/c/pay/*')
  await page.getByLabel('Card number').fill(cards.pays)
  await go(() => page.getByRole('button', { name: /^Pay/ }).click(), /welcome/)
  await expect(page.getByRole('heading', { name: 'Welcome to Lifetime' })).toBeVisible()
  await go(() => page.goto('/account'), /account$/)
  await expect(page.locator('.sessions .badge')).toBeVisible()
  await page.getByRole('button', { name: '«Sign out»', exact: true }).click()
  await page.waitForURL('**/pricing')
})
