import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../server/db/open-database.ts'
import type { PostgresCluster } from '../tests/support/database/postgres-cluster.ts'
import { median } from './median.ts'
import { startOurServer } from './our-server.ts'
import { type Row, rowOf } from './row.ts'
import { openBrowser } from './run-lighthouse.ts'

const entries = 10_000
const visits = 5
/** A phone is as much slower as Lighthouse takes it to be. */
const speeds = [
  ['phone', 4],
  ['here', 1],
] as const
const limitMs = 120_000

interface Verification {
  /** From the line that says that it begins to the one that says what was verified. */
  timeMs: number
  /** To that line from the first byte of the page. */
  pageMs: number
  /** Of those since the check began. */
  longestTaskMs: number
  /** Processor time of the page's main thread: a busy machine stretches it less. */
  longestTaskCpuMs: number
  /** Of those before, which are the browser's work on the page. */
  longestLoadTaskCpuMs: number
  cpuMs: number
}
type Visits = Record<'phone' | 'here', Verification[]>

/** How a phone verifies a long seat log on /pricing/how-we-count, in turns with a log of one entry. */
export async function measureSeatLog(cluster: PostgresCluster): Promise<Row[]> {
  const long = await openShop(await cluster.createDatabase(), entries)
  const short = await openShop(await cluster.createDatabase(), 1)
  const browser = await openBrowser()
  try {
    const ours: Visits = { phone: [], here: [] }
    const reference: Visits = { phone: [], here: [] }
    for (let visit = 0; visit < visits; visit += 1) {
      for (const [speed, slowdown] of speeds) {
        ours[speed].push(await verifyOnce(browser, long.url, entries, slowdown))
        reference[speed].push(await verifyOnce(browser, short.url, 1, slowdown))
      }
    }
    const row = (name: string, speed: keyof Visits, key: keyof Verification, atMost?: number) =>
      rowOf({
        part: 'seat-log',
        name,
        unit: 'ms',
        ours: median(ours[speed].map((each) => each[key])),
        reference: { name: 'a log of one entry', value: median(reference[speed].map((each) => each[key])) },
        ...(atMost !== undefined && { target: { atMost } }),
      })
    return [
      row('10,000 entries verified, phone', 'phone', 'timeMs', 2_000),
      row('the same from the first byte of the page', 'phone', 'pageMs'),
      row('longest task of the check, phone', 'phone', 'longestTaskMs', 50),
      // Slowing down takes processor time itself, so this is of the machine as it is: a quarter of what a phone may take.
      row('processor time of the main thread', 'here', 'cpuMs', 500),
      row('processor time of its longest task', 'here', 'longestTaskCpuMs', 12.5),
      row('that of the longest task before it', 'here', 'longestLoadTaskCpuMs'),
    ]
  } finally {
    await browser.close()
    for (const shop of [long, short]) await shop.stop()
  }
}

/** With the live source, and seats that were held and given back until the log has so many entries. */
async function openShop(databaseUrl: string, size: number) {
  const folder = mkdtempSync(join(tmpdir(), 'fairseat-bench-'))
  const catalogue = JSON.parse(readFileSync('pricing.config.json', 'utf8'))
  const file = join(folder, 'pricing.config.json')
  writeFileSync(file, JSON.stringify({ ...catalogue, urgency: { ...catalogue.urgency, source: 'live' } }))
  const server = await startOurServer({ DATABASE_URL: databaseUrl, DATA_DIR: folder, PRICING_CONFIG: file })
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '', embeddedAllowed: false })
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into seat_holds (id, offer_id, state, taken_at, expires_at)
      select 'hold' || n, o.id, case when n * 2 < ${size} then 'released' else 'held' end, now(), now() + interval '1 day'
      from offers o, generate_series(1, ${Math.floor(size / 2)}::integer) n`)
    await tx.execute(sql`insert into seat_ledger (offer_id, hold_id, entry, change, reason)
      select h.offer_id, h.id, e.entry, e.change, ''
      from seat_holds h, (values ('held', 1), ('released', -1)) e (entry, change)
      where e.entry = 'held' or h.state = 'released'
      order by substr(h.id, 5)::integer, e.change desc`)
    await tx.execute(sql`update offers set taken = (select count(*) from seat_holds where state = 'held')`)
  })
  await close()
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function verifyOnce(
  browser: Browser,
  url: string,
  size: number,
  slowdown: number,
): Promise<Verification> {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(notifyWhenChecked)
    await browser.startTracing(page, {
      categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'],
    })
    const told = page.waitForEvent('console', { timeout: limitMs })
    await page.goto(`${url}/pricing/how-we-count`, { waitUntil: 'commit' })
    const { timeMs, pageMs } = JSON.parse((await told).text())
    const { load, check } = mainThreadTasks(await browser.stopTracing())
    const longest = (tasks: Task[], key: keyof Task) => Math.max(...tasks.map((task) => task[key])) / 1_000
    const text = await page.locator('.seat-log-check').innerText()
    if (!text.startsWith(`Verified. Log entries: ${size}.`)) throw new Error(`Not verified: ${text}`)
    return {
      timeMs,
      pageMs,
      longestTaskMs: longest(check, 'dur'),
      longestTaskCpuMs: longest(check, 'tdur'),
      longestLoadTaskCpuMs: longest(load, 'tdur'),
      cpuMs: [...load, ...check].reduce((sum, { tdur }) => sum + tdur, 0) / 1_000,
    }
  } finally {
    await page.context().close()
  }
}

/** In the page: asking from outside would be a task of it. */
function notifyWhenChecked() {
  new MutationObserver((_, observer) => {
    const status = document.querySelector('.seat-log-check')?.getAttribute('data-status')
    if (status === 'checking') performance.mark('checking')
    if (!status || status === 'checking') return
    observer.disconnect()
    const [navigation] = performance.getEntriesByType('navigation')
    const firstByte = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0
    const [began] = performance.getEntriesByName('checking')
    const now = performance.now()
    console.log(JSON.stringify({ timeMs: now - (began?.startTime ?? 0), pageMs: now - firstByte }))
  }).observe(document, { subtree: true, childList: true, attributes: true })
}

interface Task {
  /** Microseconds, as is `tdur`, the processor time. */
  dur: number
  tdur: number
}

interface TraceEvent extends Partial<Task> {
  name: string
  pid: number
  tid: number
  ts: number
  args: { name?: string }
}

/** Those of the page's own renderer, before and since it began to check. */
function mainThreadTasks(trace: Buffer): { load: Task[]; check: Task[] } {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString('utf8'))
  const mark = traceEvents.find(({ name }) => name === 'checking')
  if (!mark) throw new Error('The page did not begin to check.')
  const tasks = traceEvents
    .filter(({ pid, tid, name }) => pid === mark.pid && tid === mark.tid && name === 'RunTask')
    .map(({ ts, dur = 0, tdur = 0 }) => ({ dur, tdur, isCheck: ts + dur >= mark.ts }))
  return { load: tasks.filter(({ isCheck }) => !isCheck), check: tasks.filter(({ isCheck }) => isCheck) }
}
