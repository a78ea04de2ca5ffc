import { setTimeout as sleep } from 'node:timers/promises'
import { openEmulator } from '@fairseat/stripe-emulator/testing'
import pg from 'pg'
import { setUpStripe } from '../server/billing/stripe/account.ts'
import { loadCatalogue } from '../server/plans/load-catalogue.ts'
import type { PostgresCluster } from '../tests/support/database/postgres-cluster.ts'
import { secrets, startOurServer } from './our-server.ts'
import { type Row, rowOf } from './row.ts'
import { seedBuyers, sessionCookie } from './seed-members.ts'

const seats = 50
const callMs = 250
const stripeRate = { rate: 25, burst: 25 }
const readers = 10
const quietMs = 5_000
/** Loads, compiles and connects what the first requests would pay for. */
const warmUpMs = 3_000

interface Result {
  status: number
  code: string | undefined
  /** From the click. */
  ms: number
}

/** Everybody clicks Lifetime within one second, while Stripe is slow and refuses calls above its rate; others read. */
export async function measureLaunch(cluster: PostgresCluster, buyers: number): Promise<Row[]> {
  const databaseUrl = await cluster.createDatabase()
  const emulator = await openEmulator()
  await setUpStripe(emulator.stripe, loadCatalogue('pricing.config.json'))
  const server = await startOurServer({
    DATABASE_URL: databaseUrl,
    STRIPE_SECRET_KEY: 'sk_test_kit',
    STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
    STRIPE_API_URL: emulator.url,
    URGENCY_SOURCE: 'live',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
  })
  try {
    await seedBuyers(databaseUrl, buyers + readers)
    await query(databaseUrl, `update users set created_at = now() - interval '2 days'`)
    const headersOf = (n: number) => ({
      cookie: sessionCookie(`buyer-${n}`, secrets.AUTH_SECRET),
      'x-forwarded-for': `203.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    })
    await readFor(warmUpMs)
    const quiet = await readFor(quietMs)
    await emulator.control('/api-delay', { delayMs: callMs })
    await emulator.control('/rate-limit', stripeRate)
    let isOver = false
    const busy = readUntil(() => isOver)
    const answers = await Promise.all(Array.from({ length: buyers }, (_, n) => click(n)))
    isOver = true
    const busyMs = await busy
    const { admitted } = await emulator.control<{ admitted: number }>('/traffic')
    const [offer] = await query<{ taken: number; cap: number }>(databaseUrl, 'select taken, cap from offers')

    const offered = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ code }) => code === 'seats-held')
    const launch = (
      name: string,
      unit: string,
      ours: number,
      target?: { atMost: number } | { atLeast: number },
    ) =>
      rowOf({
        part: 'launch',
        name,
        unit,
        ours,
        reference: { name: 'none', value: 0 },
        ...(target && { target }),
      })
    return [
      launch(`seats offered, ${buyers} buyers`, '', offered.length, { atLeast: seats }),
      launch('seats taken above the cap', '', Math.max(0, (offer?.taken ?? 0) - (offer?.cap ?? 0)), {
        atMost: 0,
      }),
      launch('answers with 5xx', '', answers.filter(({ status }) => status >= 500).length, { atMost: 0 }),
      launch('answers that are neither', '', buyers - offered.length - refused.length, { atMost: 0 }),
      launch('last Checkout Session after', 's', Math.max(...offered.map(({ ms }) => ms)) / 1_000, {
        atMost: 10,
      }),
      launch('refused buyers, p95', 's', percentile(refused.map(({ ms }) => ms)) / 1_000, { atMost: 1.5 }),
      launch('calls to Stripe for each seat', '', admitted / Math.max(1, offered.length), { atMost: 2.1 }),
      launch('calls to Stripe for those refused', '', Math.max(0, admitted - 2 * offered.length), {
        atMost: 5,
      }),
      rowOf({
        part: 'launch',
        name: 'signed-in readers, p95',
        unit: 'ms',
        ours: percentile(busyMs),
        reference: { name: 'quiet', value: percentile(quiet) },
        target: { ratioAtMost: 3 },
      }),
    ]

    async function click(n: number): Promise<Result> {
      await sleep((n / buyers) * 1_000)
      const startedAt = performance.now()
      const response = await fetch(`${server.url}/api/stripe/create-checkout`, {
        method: 'POST',
        body: JSON.stringify({ plan: 'lifetime' }),
        headers: { ...headersOf(n + 1), origin: server.url, 'content-type': 'application/json' },
      })
      const { code } = (await response.json()) as { code?: string }
      return { status: response.status, code, ms: performance.now() - startedAt }
    }

    async function readUntil(isDone: () => boolean): Promise<number[]> {
      const times: number[] = []
      const loop = async (reader: number) => {
        while (!isDone()) {
          const startedAt = performance.now()
          const response = await fetch(`${server.url}/api/subscription`, {
            headers: headersOf(buyers + reader),
          })
          await response.arrayBuffer()
          if (response.status !== 200) throw new Error(`A reader got ${response.status}.`)
          times.push(performance.now() - startedAt)
          await sleep(20)
        }
      }
      await Promise.all(Array.from({ length: readers }, (_, n) => loop(n + 1)))
      return times
    }

    async function readFor(ms: number): Promise<number[]> {
      const until = performance.now() + ms
      return readUntil(() => performance.now() > until)
    }
  } finally {
    await server.stop()
    await emulator.close()
  }
}

async function query<R extends pg.QueryResultRow>(databaseUrl: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

function percentile(values: number[], share = 0.95): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
