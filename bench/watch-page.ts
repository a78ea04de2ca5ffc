import type { Browser, Page } from '@playwright/test'
import { type TestViewer, viewAs, watchShifts } from '../tests/e2e/viewer.ts'
import { median } from './median.ts'

export const viewers: TestViewer[] = [
  'signed out',
  'loading',
  'lookup fails',
  'free',
  'monthly',
  'lifetime',
  'plan not known',
]

const phone = { width: 390, height: 844 }
const clicks = 7
/** Banner and first toast have come by then. */
const settledMs = 3_600

export interface PageVisit {
  /** How far things moved by themselves. */
  shift: number
  requests: number
  /** Scripts that were asked for before anything was painted. */
  scriptsBeforePaint: number
}

export async function watchVisit(browser: Browser, url: string, viewer: TestViewer): Promise<PageVisit> {
  const page = await (await browser.newContext({ viewport: phone })).newPage()
  try {
    let requests = 0
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requests += 1
    })
    const shift = await watchShifts(page)
    await viewAs(page, url, viewer)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForTimeout(settledMs)
    return { shift: await shift(), requests, scriptsBeforePaint: await scriptsBeforePaint(page) }
  } finally {
    await page.context().close()
  }
}

const scriptsBeforePaint = (page: Page) =>
  page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const files = performance.getEntriesByType('resource')
    return files.filter(({ name, startTime }) => name.endsWith('.js') && startTime < painted).length
  })

/** From the click on the upgrade button to the next paint; medians of several visits, ours and the least there can be in turns. */
export async function measureInteraction(browser: Browser, ours: string, plain: string, slowdown: number) {
  const values: { ours: number[]; least: number[] } = { ours: [], least: [] }
  for (let click = 0; click < clicks; click += 1) {
    values.ours.push(await clickOnce(browser, ours, slowdown, () => Promise.resolve()))
    values.least.push(await clickOnce(browser, plain, slowdown, putPlainButton))
  }
  return { ours: median(values.ours), least: median(values.least) }
}

/** Says by itself that it was pressed, and does nothing else. */
const putPlainButton = (page: Page) =>
  page.evaluate(() => {
    const button = document.createElement('button')
    button.className = 'button'
    button.textContent = 'Upgrade to Monthly'
    button.onclick = () => {
      button.disabled = true
      button.textContent = 'Redirecting...'
    }
    document.querySelector('[data-plan=monthly] .plan-action')?.replaceChildren(button)
  })

async function clickOnce(
  browser: Browser,
  url: string,
  slowdown: number,
  prepare: (page: Page) => Promise<void>,
): Promise<number> {
  const page = await (await browser.newContext({ viewport: phone })).newPage()
  try {
    await viewAs(page, url, 'free')
    await page.route('**/api/stripe/create-checkout', () => {})
    await page.addInitScript(() => {
      const slowest = { ms: 0 }
      Object.assign(window, { slowest })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ((entry as never as { interactionId: number }).interactionId)
            slowest.ms = Math.max(slowest.ms, entry.duration)
        }
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    })
    const session = await page.context().newCDPSession(page)
    await page.goto(url)
    await prepare(page)
    const button = page.getByRole('button', { name: 'Upgrade to Monthly' })
    await button.waitFor()
    await page.waitForTimeout(500)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await button.click()
    await page.getByRole('button', { name: 'Redirecting...' }).waitFor()
    await page.waitForTimeout(300)
    return await page.evaluate(() => (window as never as { slowest: { ms: number } }).slowest.ms)
  } finally {
    await page.context().close()
  }
}
