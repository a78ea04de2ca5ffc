import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findChromium } from '../scripts/ensure-tools.ts'
import { findFreePort } from '../tests/support/processes/free-port.ts'
import { median } from './median.ts'

const runs = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const browserArgs = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run']

type Scores = Record<(typeof categories)[number], number>
export type LighthouseReport = Scores & {
  lcpMs: number
  tbtMs: number
  /** What of it are tasks of script files; the rest is the browser's own work on any page. */
  scriptsTbtMs: number
  cls: number
}

/** Opens the browser of this machine; with a port, for Lighthouse to take over. */
export const openBrowser = (port?: number): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium() ?? '',
    args: [...browserArgs, ...(port ? [`--remote-debugging-port=${port}`] : [])],
  })

/** Medians of several mobile runs for each address, in turns. */
export async function runLighthouse(urls: readonly string[]): Promise<LighthouseReport[]> {
  const port = await findFreePort()
  const browser = await openBrowser(port)
  const reports: LighthouseReport[][] = urls.map(() => [])
  try {
    for (let run = 0; run < runs; run += 1) {
      for (const [index, url] of urls.entries()) reports[index]?.push(await runOnce(url, port))
    }
  } finally {
    await browser.close()
  }
  return reports.map((ofOne) => {
    const middle = (key: keyof LighthouseReport) => median(ofOne.map((report) => report[key]))
    return {
      performance: middle('performance'),
      accessibility: middle('accessibility'),
      'best-practices': middle('best-practices'),
      seo: middle('seo'),
      lcpMs: middle('lcpMs'),
      tbtMs: middle('tbtMs'),
      scriptsTbtMs: middle('scriptsTbtMs'),
      cls: middle('cls'),
    }
  })
}

async function runOnce(url: string, port: number): Promise<LighthouseReport> {
  const result = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: [...categories] })
  const lhr = result?.lhr
  if (!lhr || lhr.runtimeError) throw new Error(`Lighthouse failed on ${url}: ${lhr?.runtimeError?.message}`)
  const score = (name: (typeof categories)[number]) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    scriptsTbtMs: blockingOfScripts(lhr.audits['long-tasks']?.details),
    cls: value('cumulative-layout-shift'),
  }
}

const longTaskMs = 50

function blockingOfScripts(details: unknown): number {
  const { items = [] } = (details ?? {}) as { items?: { url: string; duration: number }[] }
  const tasks = items.filter(({ url }) => url.endsWith('.js'))
  return tasks.reduce((sum, { duration }) => sum + duration - longTaskMs, 0)
}
