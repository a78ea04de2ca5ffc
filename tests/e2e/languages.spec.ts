import { readFileSync } from 'node:fs'
import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { allLanguages, type Language, textDirection } from '../../core/messages/languages.ts'
import type english from '../../messages/en.json'
import { axeViolations } from './axe-violations.ts'
import { buildPseudoLanguage, findUnmarked } from './pseudo-language.ts'
import { testWithServer } from './running-server.ts'
import { mailsTo, newAddress, signInByApi, wrongCode } from './viewer.ts'

const shipped = JSON.parse(readFileSync('pricing.config.json', 'utf8'))
type MessageFile = Record<keyof typeof english, string>
const readMessages = (language: Language): MessageFile =>
  JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'))
const prefixOf = (language: Language) => (language === 'en' ? '' : `/${language}`)

/** The longest words and the other direction of writing; every language in `npm run torture`. */
const testedLanguages: readonly Language[] =
  process.env.PAGE_LANGUAGES === 'all' ? allLanguages : ['de', 'ar']

const test = testWithServer({ config: { ...shipped, languages: allLanguages } })

async function signIn(page: Page, messages: MessageFile): Promise<string> {
  const email = newAddress()
  await page.getByLabel(messages.emailAddress).fill(email)
  await page.getByRole('button', { name: messages.sendMeACode }).click()
  const field = page.getByLabel(messages.sixDigitCode)
  await expect(field).toBeVisible()
  const [mail] = await mailsTo(page.request, email)
  await field.fill(mail?.code ?? '')
  return email
}

async function pay(page: Page) {
  await page.waitForURL('**/c/pay/*')
  await page.getByLabel('Card number').fill(cards.pays)
  await page.getByRole('button', { name: /^(Pay|Subscribe|Start trial)/ }).click()
}

test('G1 G7: sign in, buy, welcome and account in German, with the mail', async ({ page }) => {
  const german = readMessages('de')
  await page.goto('/de/pricing')
  // Drawn by the script, which remembers the plan that is clicked.
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page
    .getByRole('region', { name: 'Lifetime' })
    .getByRole('link', { name: german.signInToUpgrade })
    .click()
  await page.waitForURL('**/de/sign-in?next=/de/pricing')
  const email = await signIn(page, german)
  const [mail] = await mailsTo(page.request, email)
  expect(mail?.subject).toBe(`${mail?.code} ist Ihr Anmeldecode für Fairseat`)
  expect(new URL(mail?.link ?? '').pathname).toBe('/de/sign-in')
  // The plan that was clicked is bought as soon as it is known who buys.
  await pay(page)
  await page.waitForURL('**/de/welcome?session_id=*')
  await expect(page.getByRole('heading', { name: 'Willkommen bei Lifetime' })).toBeVisible()
  await expect(page.getByText(/Sie haben am .+ 89\s\$ bezahlt\./)).toBeVisible()
  await page.getByRole('link', { name: german.goToAccount }).click()
  await page.waitForURL('**/de/account')
  await expect(page.getByRole('heading', { name: german.whereSignedIn })).toBeVisible()
  await expect(page.getByText(german.thisDevice)).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await page.goto('/de/pricing')
  await expect(page.getByText('Sie nutzen Lifetime.')).toBeVisible()
  await page.goto('/de/account')
  await page.getByRole('button', { name: german.signOut, exact: true }).click()
  await page.waitForURL('**/de/pricing')
})

test('G6: another language on the way to the account, or after paying, leads on to the same', async ({
  page,
  context,
  baseURL,
}) => {
  async function choose(name: string) {
    const link = page.getByRole('link', { name, exact: true })
    // By the script.
    await expect(link).toHaveAttribute('href', /%3F/)
    await link.click()
  }
  await page.goto('/sign-in?next=%2Faccount%3Frefresh%3D1&again=1')
  await choose('Deutsch')
  await page.waitForURL(/\/de\/sign-in/)
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({ next: '/account?refresh=1', again: '1' })
  await signInByApi(context, baseURL, newAddress())
  await page.route('**/api/stripe/checkout-status?*', (route) =>
    route.fulfill({ json: { status: 'processing', plan: 'free' } }),
  )
  await page.goto('/de/welcome?session_id=cs_test_1')
  await choose('English')
  await page.waitForURL((url) => url.pathname === '/welcome')
  expect(new URL(page.url()).search).toBe('?session_id=cs_test_1')
})

test('G6: the choice of a language is remembered, also without a script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/pricing')
  const picker = (name: string) => page.getByRole('navigation', { name })
  await picker('Language').getByRole('link', { name: 'Deutsch' }).click()
  await page.waitForURL('**/de/pricing')
  await expect(picker('Sprache').locator('[aria-current]')).toHaveText('Deutsch')
  for (const path of ['/pricing', '/']) {
    await page.goto(path)
    expect(new URL(page.url()).pathname).toBe('/de/pricing')
  }
  await page.goto('/de/account')
  await picker('Sprache').getByRole('link', { name: 'English' }).click()
  await page.waitForURL('**/account')
  await page.goto('/pricing')
  expect(new URL(page.url()).pathname).toBe('/pricing')
  await context.close()
})

test('G6: a page from a cache that knows nothing of the choice leads to it by itself', async ({
  page,
  baseURL,
}) => {
  const site = baseURL ?? ''
  const cached = await (await page.request.get('/pricing')).body()
  const { headers } = await fetch(`${site}/pricing`)
  await page.route(`${site}/pricing?from=mail`, (route) =>
    route.fulfill({
      body: cached,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': headers.get('content-security-policy') ?? '',
      },
    }),
  )
  await page.context().addCookies([{ name: 'fairseat_language', value: 'ja', url: site }])
  await page.goto('/pricing?from=mail')
  await page.waitForURL('**/ja/pricing?from=mail')
})

test('G9: a page sends the messages of its language and of no other', async ({ request }) => {
  const sentences = Object.fromEntries(
    allLanguages.map((language) => [
      language,
      Object.values(readMessages(language)).filter((text) => text.length > 20 && !/[{<]/.test(text)),
    ]),
  ) as Record<Language, string[]>
  const textOf = async (path: string) => (await request.get(path)).text()
  for (const language of new Set<Language>(['en', ...testedLanguages])) {
    const pages = await Promise.all(
      ['/pricing', '/sign-in', '/account', '/welcome'].map((path) => textOf(prefixOf(language) + path)),
    )
    const scripts = new Set(pages.flatMap((html) => html.match(/\/assets\/[\w-]+\.js/g) ?? []))
    expect(scripts.size).toBe(6)
    const sent = (await Promise.all([...scripts].map(textOf))).join('\n')
    const isSent = (text: string) => sent.includes(text)
    expect(sentences[language].filter(isSent).length, `in ${language}`).toBeGreaterThan(30)
    for (const other of allLanguages.filter((name) => name !== language))
      expect(
        sentences[other].filter((text) => isSent(text) && !sentences[language].includes(text)),
        `${other} in ${language}`,
      ).toEqual([])
  }
})

for (const language of testedLanguages)
  test(`G10: every page fits a phone and text of twice the size, and satisfies axe: ${language}`, async ({
    page,
    baseURL,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/404/)
    // A member sees more than a visitor.
    await signInByApi(page.context(), baseURL, newAddress())
    await page.setViewportSize({ width: 320, height: 700 })
    const problems: string[] = []
    for (const path of paths) {
      const at = prefixOf(language) + path
      await page.goto(at)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const direction = await page.evaluate(() => getComputedStyle(document.body).direction)
      if (direction !== textDirection(language)) problems.push(`${at}: ${direction}`)
      // Until what the page asks for is there, and the sign-in page shows itself to one who has a session.
      await expect(page.locator('[aria-busy="true"], .placeholder')).toHaveCount(0)
      await expect(page.locator('h1')).toBeVisible()
      for (const size of ['200%', '100%']) {
        const wide = await page.evaluate(findOverflow, size)
        if (wide.length > 0) problems.push(`${at} at ${size}: ${wide.join(', ')}`)
      }
      for (const { id, nodes } of await axeViolations(page))
        problems.push(`${at}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)
    }
    expect(problems).toEqual([])
  })
const paths = ['/pricing', '/sign-in?again=1', '/account', '/welcome', '/pricing/how-we-count', '/nowhere']

/** In the page: what reaches beyond the window, if the page can be moved sideways. */
function findOverflow(fontSize: string): string[] {
  const root = document.documentElement
  root.style.fontSize = fontSize
  if (root.scrollWidth <= root.clientWidth) return []
  return [...document.querySelectorAll('body *')]
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < -1 || right > root.clientWidth + 1
    })
    .map((element) => `${element.tagName}.${element.className} ${element.textContent?.slice(0, 40)}`)
    .slice(0, 5)
}

test('G8: there is no text on any page that is not a message or from the catalogue', async ({
  page,
  openServer,
  expectedConsoleErrors,
}) => {
  // What is not there, a wrong code, and a deletion that is refused.
  expectedConsoleErrors.push(/404|400|409/)
  const dist = await buildPseudoLanguage()
  const config = { ...shipped, languages: ['en', 'de'] }
  const { url } = await openServer({ dist, config })
  const fromCatalogue = JSON.stringify({ ...shipped, samples: 'Chrome Linux Fairseat' })
  const pages: [string, string[]][] = []
  const look = async (what: string) =>
    pages.push([what, (await findUnmarked(page)).filter((text) => !isKnown(text))])
  const isKnown = (text: string) =>
    fromCatalogue.includes(JSON.stringify(text).slice(1, -1)) || /@example\.com/.test(text) || text === '·'

  await page.goto(`${url}/de/pricing`)
  await expect(page.getByRole('progressbar')).toBeVisible()
  await look('pricing')
  await expect(page.locator('.purchase-toast strong')).toBeVisible()
  await look('toast')
  await page.goto(`${url}/de/pricing/how-we-count`)
  await look('how we count')
  await page.goto(`${url}/de/nowhere`)
  await look('not found')
  await page.goto(`${url}/de/welcome`)
  await expect(page.locator('.outcome-links')).toBeVisible()
  await look('welcome without a payment')
  await page.goto(`${url}/de/sign-in?error=access_denied&next=/de/pricing`)
  await expect(page.locator('.providers [role=alert]')).not.toBeEmpty()
  await look('sign-in')
  const email = newAddress()
  await page.locator('input[name=email]').fill(email)
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=code]').fill('000000')
  await expect(page.locator('.field [role=alert]')).not.toBeEmpty()
  await look('a wrong code')
  const [mail] = await mailsTo(page.request, email, url)
  expect(mail?.subject).toMatch(/^⟦.*⟧$/)
  expect(mail?.text).toMatch(/^⟦.*⟧$/s)
  await page.locator('input[name=code]').fill(mail?.code ?? '')
  await page.waitForURL('**/de/pricing')
  await expect(page.locator('[data-plan=free] button')).toBeDisabled()
  await look('pricing of a member')
  await page.locator('[data-plan=monthly] button').click()
  await pay(page)
  await page.waitForURL('**/de/welcome?session_id=*')
  await expect(page.locator('.outcome-links')).toBeVisible()
  await look('welcome')
  await page.goto(`${url}/de/pricing`)
  await expect(page.locator('.paid-note')).toBeVisible()
  await look('pricing of a subscriber')
  await page.goto(`${url}/de/account`)
  await expect(page.locator('.sessions .badge')).toBeVisible()
  await look('account')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await look('a deletion that is refused')
  expect(pages.filter(([, texts]) => texts.length > 0)).toEqual([])
  expect(pages).toHaveLength(12)
  // It would be found.
  await page.goto(`${url}/pricing/how-we-count`)
  expect(await findUnmarked(page)).toContain('Back to the plans')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('G1 F102 signing in stays in German, refusals and the mail too', async ({
    page,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/400/)
    const german = readMessages('de')
    await page.goto('/de/sign-in?next=/de/pricing')
    await page.getByLabel(german.emailAddress).fill('ann@localhost')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(german.emailAddress)).toHaveAccessibleDescription(german.errorBadEmail)
    const email = newAddress()
    await page.getByLabel(german.emailAddress).fill(email)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/de/sign-in/code?next=%2Fde%2Fpricing')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    const [mail] = await mailsTo(page.request, email)
    expect(mail?.subject).toBe(`${mail?.code} ist Ihr Anmeldecode für Fairseat`)
    const field = page.getByLabel(german.sixDigitCode)
    await field.fill(wrongCode(mail))
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription(german.errorCodeWrong)
    await field.fill(mail?.code ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/de/pricing')
  })
})
