import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { webhookPath } from '../core/billing/contract.ts'
import { servers } from './build-references.ts'
import { openLaunchShop } from './launch-shop.ts'
import { type MeasuredProcess, startProcess } from './measured-process.ts'
import { median } from './median.ts'
import { secrets } from './our-server.ts'
import { type Row, rowOf } from './row.ts'

const rounds = 400
/** Loads and compiles what the first requests would pay for. */
const warmUpRounds = 100
const customers = 100

/** How long Stripe waits for the 200 of an event, in turns with one row that is written through bare Hono on the same database. */
export async function measureAcknowledgement(databaseUrl: string): Promise<Row[]> {
  const shop = await openLaunchShop(customers, databaseUrl, [
    `insert into customers (id, user_id) select 'cus_buyer-' || n, 'buyer-' || n from generate_series(1, ${customers}) n`,
  ])
  const agent = new Agent({ keepAlive: true })
  let bare: MeasuredProcess | undefined
  try {
    bare = await startProcess({ script: servers.hono, env: { DATABASE_URL: databaseUrl } })
    const ours: number[] = []
    const reference: number[] = []
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const event = eventOf(`cus_buyer-${1 + (round % customers)}`)
      const signature = { 'stripe-signature': sign(event) }
      const times = [
        await post(agent, `${shop.server.url}${webhookPath}`, event, signature),
        await post(agent, `${bare.url}/record`, JSON.stringify({ id: `evt_${randomUUID()}` })),
      ] as const
      if (round < warmUpRounds) continue
      ours.push(times[0])
      reference.push(times[1])
    }
    return [
      rowOf({
        part: 'launch',
        name: 'webhook acknowledged, median',
        unit: 'ms',
        ours: median(ours),
        reference: { name: 'bare Hono, one row written', value: median(reference) },
        target: { ratioAtMost: 1.5 },
      }),
    ]
  } finally {
    agent.destroy()
    await bare?.stop()
    await shop.stop()
  }
}

const eventOf = (customer: string): string =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    created: Math.floor(Date.now() / 1_000),
    type: 'customer.subscription.updated',
    data: { object: { id: customer.replace('cus_', 'sub_'), object: 'subscription', customer } },
  })

function sign(body: string): string {
  const at = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', secrets.STRIPE_WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex')
  return `t=${at},v1=${signature}`
}

/** Time until the response. */
function post(
  agent: Agent,
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const sent = { 'content-type': 'application/json', 'content-length': String(body.length), ...headers }
    request(url, { method: 'POST', agent, headers: sent }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - startedAt)
        else reject(new Error(`${url} answered ${response.statusCode}.`))
      })
    })
      .on('error', reject)
      .end(body)
  })
}
