import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migratePostgres } from '../server/db/migrate.ts'
import { createApiKey } from '../server/integration/api-key.ts'
import { jobKind, webhookEndpoint } from '../server/integration/webhooks/endpoint.ts'
import type { PostgresCluster } from '../tests/support/database/postgres-cluster.ts'
import { servers } from './build-references.ts'
import { compareUnderLoad } from './load.ts'
import { startProcess } from './measured-process.ts'
import { startOurServer } from './our-server.ts'
import { type Row, rowOf } from './row.ts'
import { memberId, seedMembers } from './seed-members.ts'

const members = 1_000
const deliveries = 5_000
const pollMs = 100

/** What the operator's product asks, and what it is sent. */
export const measureIntegration = async (cluster: PostgresCluster): Promise<Row[]> => [
  ...(await measureApi(cluster)),
  await measureDeliveries(cluster),
]

async function measureApi(cluster: PostgresCluster): Promise<Row[]> {
  const databaseUrl = await cluster.createDatabase()
  await migratePostgres(databaseUrl)
  await seedMembers(databaseUrl, members)
  const key = createApiKey()
  const ours = await startOurServer({
    DATABASE_URL: databaseUrl,
    API_KEYS: key,
    API_REQUESTS_PER_SECOND: '999999',
  })
  const hono = await startProcess({ script: servers.hono, env: { DATABASE_URL: databaseUrl } })
  try {
    await untilStatesAreRecorded(databaseUrl)
    let sent = 0
    const nextId = () => memberId(1 + (sent++ % members))
    const [api, bare] = await compareUnderLoad([
      {
        process: ours,
        requests: [
          {
            setupRequest: (request) => ({
              ...request,
              path: `/api/v1/customers/${nextId()}`,
              headers: { authorization: `Bearer ${key}` },
            }),
          },
        ],
      },
      {
        process: hono,
        requests: [{ setupRequest: (request) => ({ ...request, path: `/customers/${nextId()}` }) }],
      },
    ])
    if (!api || !bare) return []
    const row = (what: string, unit: string, name: keyof typeof api) => ({
      part: 'integration' as const,
      name: `a customer's state, ${what}`,
      unit,
      ours: api[name],
      reference: { name: 'bare Hono, same query', value: bare[name] },
    })
    return [
      rowOf({ ...row('throughput', '/s', 'callsPerSecond'), target: { ratioAtLeast: 0.6 } }),
      rowOf(row('p99', 'ms', 'p99Ms')),
      rowOf(row('processor time', 'ms', 'cpuMsPerCall')),
    ]
  } finally {
    await ours.stop()
    await hono.stop()
  }
}

/** The server does so after its start. */
async function untilStatesAreRecorded(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (let recorded = 0; recorded < members; ) {
    await sleep(pollMs)
    recorded = Number((await client.query('select count(*) as n from customer_states')).rows[0].n)
  }
  await client.end()
}

/** To a receiver on the same machine, which takes whatever comes. */
async function measureDeliveries(cluster: PostgresCluster): Promise<Row> {
  const databaseUrl = await cluster.createDatabase()
  await migratePostgres(databaseUrl)
  const times: number[] = []
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      times.push(performance.now())
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const endpoint = webhookEndpoint({ url, secret: `whsec_${Buffer.alloc(32).toString('base64')}` })
  await seedEvents(databaseUrl, endpoint)
  const ours = await startOurServer({
    DATABASE_URL: databaseUrl,
    PRODUCT_WEBHOOKS: JSON.stringify([{ url, secret: endpoint.secret }]),
  })
  while (times.length < deliveries) await sleep(pollMs)
  await ours.stop()
  receiver.close()
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000
  return rowOf({
    part: 'integration',
    name: 'webhooks delivered',
    unit: '/s',
    ours: (times.length - 1) / seconds,
    reference: { name: 'none', value: 0 },
    target: { atLeast: 500 },
  })
}

async function seedEvents(databaseUrl: string, endpoint: { id: string }): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const body = JSON.stringify({ type: 'customer.state_changed', data: 'x'.repeat(400) })
  const values = [endpoint.id, body, deliveries]
  await client.query(
    "insert into webhook_events (id, endpoint, customer_id, version, body) select 'msg_' || n, $1, 'customer-' || n, 1, $2 from generate_series(1, $3) n",
    values,
  )
  await client.query(
    "insert into jobs (kind, key) select $1, 'customer-' || n from generate_series(1, $2::int) n",
    [jobKind(endpoint), deliveries],
  )
  await client.query('analyze')
  await client.end()
}
