import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiFaults } from '../api/api-faults.ts'
import type { Traffic } from '../api/traffic.ts'
import { paySession } from '../behaviour/pay-session.ts'
import { applyCode } from '../behaviour/price-session.ts'
import { closeDispute, disputeOf, isOpen, openDispute, settleRefund } from '../behaviour/reverse-charge.ts'
import { awaitedPayment, settlePayment } from '../behaviour/settle-payment.ts'
import type { Transactor } from '../behaviour/tx.ts'
import { update } from '../behaviour/tx.ts'
import { apiVersion } from '../objects/common.ts'
import { newWebhookEndpoint } from '../objects/notification.ts'
import type { Deliverer } from '../webhooks/deliverer.ts'
import { type FaultInjector, noFaults } from '../webhooks/delivery-faults.ts'

export interface ControlDeps {
  transactor: Transactor
  runDueJobs: () => Promise<void>
  deliverer: Deliverer
  injector: FaultInjector
  apiFaults: ApiFaults
  traffic: Traffic
}

const clockOrder = z.union([
  z.strictObject({ advance: z.number().int().min(0) }),
  z.strictObject({ to: z.number().int() }),
])
const chance = z.union([z.boolean().transform(Number), z.number().min(0).max(1)])
const faultOrder = z.strictObject({
  shuffle: z.boolean().optional(),
  duplicate: chance.optional(),
  delayMs: z.number().min(0).optional(),
  drop: z.union([chance, z.strictObject({ next: z.number().int().min(0) })]).optional(),
  hold: z.boolean().optional(),
  seed: z.number().int().optional(),
})
const apiFaultOrder = z.strictObject({
  status: z.number().int().min(400).max(599).optional(),
  count: z.number().int().min(0).default(1),
  delayMs: z.number().min(0).default(0),
  garbage: z.boolean().default(false),
  hangUp: z.boolean().default(false),
  when: z.enum(['before', 'after']).default('before'),
  saved: z.boolean().default(false),
  method: z.string().optional(),
  path: z.string().optional(),
})
const rateOrder = z.strictObject({
  /** Calls a second; null ends the limit. */
  rate: z.number().positive().nullable(),
  burst: z.number().int().min(1).optional(),
})
const delayOrder = z.strictObject({ delayMs: z.number().min(0) })
const deliverOrder = z.strictObject({
  limit: z.number().int().min(0).optional(),
  parallel: z.number().int().min(1).max(64).optional(),
})
const disputeOrder = z.strictObject({
  charge: z.string(),
  outcome: z.enum(['won', 'lost']).optional(),
  reason: z.string().optional(),
})
const asyncOrder = z.strictObject({
  session: z.string(),
  outcome: z.enum(['succeeded', 'failed', 'expired']),
})
const refundOrder = z.strictObject({
  refund: z.string(),
  outcome: z.enum(['succeeded', 'failed', 'canceled']),
})
const payOrder = z.strictObject({
  card: z.string(),
  country: z.string().default('US'),
  email: z.string().optional(),
  promotionCode: z.string().optional(),
  taxId: z.string().optional(),
  authenticate: z.enum(['confirm', 'fail']).optional(),
})
const endpointOrder = z.strictObject({
  url: z.string(),
  secret: z.string().min(1),
  enabledEvents: z.array(z.string()).default(['*']),
})

/** For tests and the demo only; who may call it is decided in app.ts. */
export function createControlRoutes({
  transactor,
  runDueJobs,
  deliverer,
  injector,
  apiFaults,
  traffic,
}: ControlDeps) {
  const { store, clock } = transactor
  const health = () => ({ ok: true, apiVersion, now: clock.now(), offsetSeconds: clock.offsetSeconds() })

  return new Hono()
    .onError((error, c) => c.json({ error: error.message }, error instanceof z.ZodError ? 400 : 500))
    .notFound((c) => c.json({ error: 'The control API has nothing here.' }, 404))
    .get('/health', (c) => c.json(health()))
    .post('/clock', async (c) => {
      const order = clockOrder.parse(await c.req.json())
      const seconds = 'to' in order ? order.to - clock.now() : order.advance
      if (seconds < 0) return c.json({ error: 'The clock only goes forward.' }, 400)
      const offsetSeconds = clock.offsetSeconds() + seconds
      // Stored first: after a crash in between, what fell due is caught up at the next start.
      await transactor.transact((tx) => tx.put('settings', { id: 'clock', offsetSeconds }))
      clock.setOffset(offsetSeconds)
      await runDueJobs()
      return c.json(health())
    })
    .post('/faults', async (c) => {
      const { drop, ...order } = faultOrder.parse(await c.req.json())
      const dropped = typeof drop === 'object' ? { drop: 0, dropNext: drop.next } : { drop: drop ?? 0 }
      // What is not named is off: `{}` ends all trouble.
      const named = Object.entries(order).filter(([, value]) => value !== undefined)
      injector.set({ ...noFaults, ...dropped, ...Object.fromEntries(named) })
      deliverer.start()
      return c.json(injector.faults())
    })
    .post('/deliver', async (c) =>
      c.json(await deliverer.deliverNow(deliverOrder.parse(await readJson(c.req)))),
    )
    .get('/deliveries', (c) => {
      const state = c.req.query('state')
      const found = store.all('deliveries').filter((delivery) => !state || delivery.state === state)
      return c.json({ deliveries: found })
    })
    .post('/api-faults', async (c) => {
      const order = apiFaultOrder.parse(await c.req.json())
      if (order.count === 0) apiFaults.clear()
      else apiFaults.add(order)
      return c.json(order)
    })
    .get('/traffic', (c) => c.json(traffic.report()))
    .get('/calls', (c) => c.json({ calls: traffic.calls() }))
    .post('/rate-limit', async (c) => {
      const { rate, burst } = rateOrder.parse(await c.req.json())
      traffic.limitRate(rate === null ? null : { rate, burst: burst ?? Math.ceil(rate) })
      return c.json(traffic.report())
    })
    .post('/api-delay', async (c) => {
      traffic.delayCalls(delayOrder.parse(await c.req.json()).delayMs)
      return c.json(traffic.report())
    })
    .post('/disputes', async (c) => {
      const order = disputeOrder.parse(await c.req.json())
      const response = await transactor.transact((tx) => {
        const charge = tx.get('charges', order.charge)
        if (charge?.status !== 'succeeded') return undefined
        const dispute = disputeOf(tx, charge) ?? openDispute(tx, charge, order.reason)
        return order.outcome && isOpen(dispute) ? closeDispute(tx, dispute, order.outcome) : dispute
      })
      return response ? c.json(response) : c.json({ error: `There is no paid charge ${order.charge}.` }, 404)
    })
    .post('/async-payments', async (c) => {
      const order = asyncOrder.parse(await c.req.json())
      const response = await transactor.transact((tx) => {
        const intent = awaitedPayment(tx, order.session)
        if (!intent) return undefined
        settlePayment(tx, intent, order.outcome)
        return tx.get('sessions', order.session)
      })
      return response ? c.json(response) : c.json({ error: 'No payment of this session is under way.' }, 409)
    })
    .post('/refunds', async (c) => {
      const order = refundOrder.parse(await c.req.json())
      const response = await transactor.transact((tx) => {
        const refund = tx.get('refunds', order.refund)
        return refund && settleRefund(tx, refund, order.outcome)
      })
      return response ? c.json(response) : c.json({ error: `There is no refund ${order.refund}.` }, 404)
    })
    .post('/checkout/:id/pay', async (c) => {
      const order = payOrder.parse(await c.req.json())
      await runDueJobs()
      const response = await transactor.transact((tx) => {
        const session = tx.get('sessions', c.req.param('id'))
        if (!session) return undefined
        const known = session.customer ? tx.get('customers', session.customer)?.email : session.customer_email
        const { promotionCode, ...input } = order
        const message = promotionCode ? applyCode(tx, session, promotionCode) : null
        if (message) return { result: 'declined' as const, message }
        return paySession(tx, session, { ...input, email: order.email ?? known ?? 'buyer@example.com' })
      })
      await runDueJobs()
      if (!response) return c.json({ error: 'There is no such checkout session.' }, 404)
      return c.json(response, statusOf[response.result])
    })
    .post('/webhook-endpoint', async (c) => {
      const order = endpointOrder.parse(await c.req.json())
      const endpoint = await transactor.transact((tx) => {
        const known = tx.all('endpoints').find((row) => row.url === order.url)
        const wished = { enabled_events: order.enabledEvents, status: 'enabled' }
        const row = known
          ? update(tx, 'endpoints', known, wished)
          : tx.put(
              'endpoints',
              newWebhookEndpoint(tx.now, {
                url: order.url,
                enabledEvents: order.enabledEvents,
                apiVersion,
                description: null,
                metadata: {},
              }),
            )
        tx.put('endpoint_secrets', { id: row.id, secret: order.secret })
        return row
      })
      return c.json(endpoint)
    })
}

const statusOf = { complete: 200, requires_action: 200, declined: 402, closed: 409 } as const

async function readJson(request: { text(): Promise<string> }): Promise<unknown> {
  return JSON.parse((await request.text()) || '{}')
}
