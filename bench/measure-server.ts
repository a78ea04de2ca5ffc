import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Request } from 'autocannon'
import pg from 'pg'
import { webhookPath } from '../core/billing/contract.ts'
import { migratePostgres } from '../server/db/migrate.ts'
import type { PostgresCluster } from '../tests/support/database/postgres-cluster.ts'
import { folders, servers } from './build-references.ts'
import { type Contender, compareUnderLoad } from './load.ts'
import { type MeasuredProcess, startProcess } from './measured-process.ts'
import type { OurPage } from './our-page.ts'
import { secrets, startOurServer } from './our-server.ts'
import { type Row, rowOf } from './row.ts'
import { memberId, seedBuyers, seedMembers, sessionCookie } from './seed-members.ts'

const members = 10_000
const visitorCount = 1_000
/** More than the machine can serve in one run: each buys once. */
const buyers = 60_000
const idleMs = 2_000
const pollMs = 250

/** The server on PostgreSQL under load, beside the least that could give the same responses. */
export async function measureServer(cluster: PostgresCluster, page: OurPage): Promise<Row[]> {
  const sameHeaders = JSON.stringify(page.html.br.headers)
  const databaseUrl = await cluster.createDatabase()
  await migratePostgres(databaseUrl)
  await seedMembers(databaseUrl, members)
  await seedBuyers(databaseUrl, buyers)
  const dataDir = mkdtempSync(join(tmpdir(), 'fairseat-bench-'))
  const running: MeasuredProcess[] = []
  const started = async (process: Promise<MeasuredProcess>) => {
    running.push(await process)
    return process
  }
  try {
    const database = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
    const ours = await started(startOurServer({ ...database, URGENCY_SOURCE: 'live' }))
    await writeUrgency(ours)
    const plain = await started(startProcess({ script: servers.folder, args: [folders.same, sameHeaders] }))
    const hono = await started(startProcess({ script: servers.hono, env: database }))
    const instant = await started(
      startProcess({
        script: servers.instantPayments,
        path: '/pricing',
        env: { PUBLIC_KEY: 'pk_of_the_bench', ...secrets, ...database },
      }),
    )
    await waitForFirstJobs(databaseUrl)
    await sleep(idleMs)
    const idle = memoryRow('memory, idle', ours, plain)
    const rows = [
      ...(await pageRows(ours, plain)),
      ...(await urgencyRows(ours, plain)),
      ...(await viewerRows(ours, hono)),
      ...(await checkoutRows(instant, hono)),
      ...(await webhookRows(instant, hono)),
    ]
    return [...rows, idle, memoryRow('memory, after the load', ours, plain)]
  } finally {
    for (const process of running) await process.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** At a start the state of every customer is gone through once; what is measured is a server in use. */
async function waitForFirstJobs(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const done = `select from jobs where kind = 'refresh-states' and run_at > now() + interval '1 hour'`
  while ((await client.query(done)).rowCount === 0) await sleep(pollMs)
  await client.end()
}

const memoryRow = (name: string, ours: MeasuredProcess, plain: MeasuredProcess): Row =>
  rowOf({
    part: 'server',
    name,
    unit: 'MB',
    ours: ours.memoryMb(),
    reference: { name: 'node:http', value: plain.memoryMb() },
  })

async function pageRows(ours: MeasuredProcess, plain: MeasuredProcess): Promise<Row[]> {
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  return compare('/pricing', 'node:http, same answer', 0.8, [
    { process: ours, requests: [{ path: '/pricing', headers }] },
    { process: plain, requests: [{ path: '/', headers }] },
  ])
}

async function writeUrgency(ours: MeasuredProcess): Promise<void> {
  const response = await fetch(`${ours.url}/api/urgency`)
  writeFileSync(join(folders.same, 'urgency.json'), await response.text())
}

async function urgencyRows(ours: MeasuredProcess, plain: MeasuredProcess): Promise<Row[]> {
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  return compare('/api/urgency', 'node:http, same answer', 0.5, [
    { process: ours, requests: [{ path: '/api/urgency', headers }] },
    { process: plain, requests: [{ path: '/urgency.json', headers }] },
  ])
}

/** Two requests of a signed-in visitor's page count as one call; the reference serves both in one. */
async function viewerRows(ours: MeasuredProcess, hono: MeasuredProcess): Promise<Row[]> {
  const visitors = Array.from({ length: visitorCount }, (_, index) => memberId(1 + index))
  const cookies = visitors.map((id) => ({ cookie: sessionCookie(id, secrets.AUTH_SECRET) }))
  const tokens = visitors.map((id) => ({ 'x-token': `token-of-${id}` }))
  const pair = [inTurn('/api/auth/get-session', cookies), inTurn('/api/subscription', cookies)]
  return compare('signed-in pair', 'bare Hono, both in one', 0.6, [
    { process: ours, requests: pair, requestsPerCall: pair.length },
    { process: hono, requests: [inTurn('/viewer', tokens)] },
  ])
}

/** Each request comes from the next visitor. */
function inTurn(path: string, headers: readonly Record<string, string>[]): Request {
  let sent = 0
  return {
    path,
    setupRequest: (request) => {
      sent += 1
      return { ...request, headers: { ...headers[sent % headers.length] } }
    },
  }
}

async function checkoutRows(instant: MeasuredProcess, hono: MeasuredProcess): Promise<Row[]> {
  let buyer = 0
  const checkout: Request = {
    method: 'POST',
    path: '/api/stripe/create-checkout',
    body: JSON.stringify({ plan: 'monthly' }),
    setupRequest: (request) => {
      buyer += 1
      const cookie = sessionCookie(`buyer-${buyer}`, secrets.AUTH_SECRET)
      return { ...request, headers: { cookie, origin: instant.url, 'content-type': 'application/json' } }
    },
  }
  return compare('create-checkout', 'bare Hono, one row written', undefined, [
    { process: instant, requests: [checkout] },
    { process: hono, requests: [recording] },
  ])
}

async function webhookRows(instant: MeasuredProcess, hono: MeasuredProcess): Promise<Row[]> {
  let delivered = 0
  const event: Request = {
    method: 'POST',
    path: webhookPath,
    setupRequest: (request) => {
      delivered += 1
      const customer = `cus_${memberId(1 + (delivered % members))}`
      const body = eventBody(customer)
      const at = Math.floor(Date.now() / 1000)
      const signature = createHmac('sha256', secrets.STRIPE_WEBHOOK_SECRET)
        .update(`${at}.${body}`)
        .digest('hex')
      return { ...request, body, headers: { 'stripe-signature': `t=${at},v1=${signature}` } }
    },
  }
  return compare('webhook events', 'bare Hono, one row written', undefined, [
    { process: instant, requests: [event] },
    { process: hono, requests: [recording] },
  ])
}

const recording: Request = {
  method: 'POST',
  path: '/record',
  setupRequest: (request) => ({ ...request, body: JSON.stringify({ id: `evt_${randomUUID()}` }) }),
}

const eventBody = (customer: string) =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { id: customer.replace('cus_', 'sub_'), object: 'subscription', customer } },
  })

async function compare(
  name: string,
  referenceName: string,
  ratioAtLeast: number | undefined,
  contenders: [Contender, Contender],
): Promise<Row[]> {
  const [ours, reference] = await compareUnderLoad(contenders)
  if (!ours || !reference) return []
  const row = (what: string, unit: string, key: keyof typeof ours) => ({
    part: 'server' as const,
    name: `${name}, ${what}`,
    unit,
    ours: ours[key],
    reference: { name: referenceName, value: reference[key] },
  })
  return [
    rowOf({
      ...row('throughput', '/s', 'callsPerSecond'),
      ...(ratioAtLeast && { target: { ratioAtLeast } }),
    }),
    rowOf(row('p99', 'ms', 'p99Ms')),
    rowOf(row('processor time', 'ms', 'cpuMsPerCall')),
  ]
}
