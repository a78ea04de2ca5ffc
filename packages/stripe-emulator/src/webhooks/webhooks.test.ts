import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type Stripe from 'stripe'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Delivery } from '../objects/notification.ts'
import type { EmulatorOptions } from '../start-emulator.ts'
import { openEmulator, startReceiver, type TestEmulator, webhookSecret } from '../testing.ts'

/** Generous, because the machine may be busy; a passing test does not wait. */
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 120_000, interval: 20 })

const toClose: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

async function open(
  response?: (event: Stripe.Event) => number | Promise<number>,
  options: Partial<EmulatorOptions> = {},
) {
  const receiver = await startReceiver(response)
  toClose.push(receiver.close)
  const emulator = await openEmulator(options)
  toClose.push(emulator.close)
  await emulator.control('/webhook-endpoint', { url: receiver.url, secret: webhookSecret })
  return { emulator, receiver }
}

const makeCustomers = async (emulator: TestEmulator, count: number) => {
  for (let i = 0; i < count; i += 1) await emulator.stripe.customers.create({ name: String(i) })
}
const namesOf = (receiver: { received: { event: Stripe.Event }[] }) =>
  receiver.received.map(({ event }) => (event.data.object as Stripe.Customer).name)
const pending = (emulator: TestEmulator) =>
  emulator
    .control<{ deliveries: Delivery[] }>('/deliveries')
    .then(({ deliveries }) => deliveries.filter(({ state }) => state !== 'delivered'))

describe('webhooks', () => {
  it('every event of a purchase arrives, verified by the SDK, and is stored as delivered', async () => {
    const { emulator, receiver } = await open()
    await emulator.buy()
    await eventually(async () => expect(await pending(emulator)).toEqual([]))
    expect(receiver.types().toSorted()).toEqual((await emulator.eventTypes()).toSorted())
    expect(receiver.types()).toContain('checkout.session.completed')
    const stored = await emulator.stripe.events.list({ delivery_success: true, limit: 100 })
    expect(stored.data).toHaveLength(receiver.received.length)
    expect(stored.data[0]?.pending_webhooks).toBe(0)
  })

  it('the signature carries the real time, also after the clock was moved', async () => {
    const { emulator, receiver } = await open()
    await emulator.advance(365 * 86_400)
    await makeCustomers(emulator, 1)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const [first] = receiver.received
    expect(Number(/t=(\d+)/.exec(first?.signature ?? '')?.[1])).toBeLessThan(Date.now() / 1000 + 5)
    expect(first?.event.created).toBeGreaterThan(Date.now() / 1000 + 300 * 86_400)
  })

  it('what is refused is sent again, ever later, until it is taken', async () => {
    let tries = 0
    const { emulator, receiver } = await open(() => {
      tries += 1
      return tries < 4 ? 500 : 200
    })
    await makeCustomers(emulator, 1)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const { deliveries } = await eventually(async () => {
      const log = await emulator.control<{ deliveries: Delivery[] }>('/deliveries?state=delivered')
      expect(log.deliveries).toHaveLength(1)
      return log
    })
    const attempts = deliveries[0]?.attempts ?? []
    expect(attempts.map(({ status }) => status)).toEqual([500, 500, 500, 200])
    const waits = attempts.slice(1).map(({ atMs }, index) => atMs - (attempts[index]?.atMs ?? 0))
    expect(waits[0]).toBeGreaterThanOrEqual(20)
    expect(waits[2]).toBeGreaterThanOrEqual(80)
  })

  // Looked at twice, the clock may pass the moment in between: neither due nor still to come, it would be forgotten.
  it('a retry that falls due while the next is planned is not forgotten', async () => {
    let nowMs = Date.now()
    let tries = 0
    const { emulator, receiver } = await open(
      () => {
        tries += 1
        return tries < 7 ? 500 : 200
      },
      {
        webhookRetryMs: 1,
        realMs: () => {
          nowMs += 1
          return nowMs
        },
      },
    )
    await makeCustomers(emulator, 1)
    await eventually(() => expect(receiver.received).toHaveLength(1))
  })

  it('a receiver that does not answer counts as a failure', async () => {
    let tries = 0
    const { emulator, receiver } = await open(
      () => {
        tries += 1
        return tries === 1 ? new Promise<number>(() => {}) : 200
      },
      { webhookTimeoutMs: 100 },
    )
    await makeCustomers(emulator, 1)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const { deliveries } = await emulator.control<{ deliveries: Delivery[] }>('/deliveries')
    expect(deliveries[0]?.attempts[0]).toMatchObject({
      status: null,
      error: expect.stringMatching(/timeout/i),
    })
  })

  it('duplicates on demand', async () => {
    const { emulator, receiver } = await open()
    await emulator.control('/faults', { duplicate: 1 })
    await makeCustomers(emulator, 2)
    await eventually(() => expect(namesOf(receiver).toSorted()).toEqual(['0', '0', '1', '1']))
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(2)
  })

  it('held and shuffled, the seed decides the order', async () => {
    const orders: (string | null | undefined)[][] = []
    for (const seed of [7, 7, 8]) {
      const { emulator, receiver } = await open()
      await emulator.control('/faults', { hold: true, shuffle: true, seed })
      await makeCustomers(emulator, 6)
      expect(receiver.received).toEqual([])
      expect(await emulator.control('/deliver', {})).toEqual({ attempted: 6, delivered: 6, failed: 0 })
      orders.push(namesOf(receiver))
    }
    expect(orders[0]).toEqual(orders[1])
    expect(orders[0]).not.toEqual(orders[2])
    expect(orders[0]?.toSorted()).toEqual(['0', '1', '2', '3', '4', '5'])
  })

  it('dropped ones come when asked for, and only those', async () => {
    const { emulator, receiver } = await open()
    await emulator.control('/faults', { drop: { next: 2 } })
    await makeCustomers(emulator, 3)
    await eventually(() => expect(namesOf(receiver)).toEqual(['2']))
    await eventually(async () =>
      expect(await pending(emulator)).toMatchObject([{ state: 'dropped' }, { state: 'dropped' }]),
    )
    await emulator.control('/deliver', {})
    expect(namesOf(receiver).toSorted()).toEqual(['0', '1', '2'])
    expect(await pending(emulator)).toEqual([])
  })

  it('delayed ones wait', async () => {
    const { emulator, receiver } = await open()
    await emulator.control('/faults', { delayMs: 300 })
    const before = Date.now()
    await makeCustomers(emulator, 1)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    expect(Date.now() - before).toBeGreaterThanOrEqual(300)
  })

  it('only enabled events and endpoints are served', async () => {
    const { emulator, receiver } = await open()
    const order = { url: receiver.url, secret: webhookSecret, enabledEvents: ['product.created'] }
    const first = await emulator.control('/webhook-endpoint', order)
    expect(await emulator.control('/webhook-endpoint', order)).toEqual(first)
    await makeCustomers(emulator, 1)
    await emulator.stripe.products.create({ name: 'x' })
    await eventually(() => expect(receiver.types()).toEqual(['product.created']))
    await emulator.stripe.webhookEndpoints.update(String(first.id), { disabled: true })
    await emulator.stripe.products.create({ name: 'y' })
    await emulator.control('/deliver', {})
    expect(receiver.received).toHaveLength(1)
  })

  // docs.stripe.com/api/webhook_endpoints: enabled_events, disabled; docs.stripe.com/webhooks: at most 16 endpoints.
  it('an endpoint made by the API gets what it is registered for, and nothing once it is disabled or deleted', async () => {
    const { emulator, receiver } = await open()
    const { stripe } = emulator
    const misspelt = stripe.webhookEndpoints.create({
      url: receiver.url,
      enabled_events: ['customer.born' as '*'],
    })
    await expect(misspelt).rejects.toMatchObject({ statusCode: 400, param: 'enabled_events[0]' })
    const endpoint = await stripe.webhookEndpoints.create({
      url: 'http://127.0.0.1:9/of-the-api',
      enabled_events: ['product.created', 'product.updated'],
      api_version: '2025-08-27.basil',
    })
    expect(endpoint.api_version).toBe('2025-08-27.basil')
    const sentTo = async () => {
      const { deliveries } = await emulator.control<{ deliveries: Delivery[] }>('/deliveries')
      return deliveries.filter((sent) => sent.endpoint === endpoint.id).map(({ type }) => type)
    }
    const product = await stripe.products.create({ name: 'a' })
    await makeCustomers(emulator, 1)
    expect(await sentTo()).toEqual(['product.created'])
    await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: ['customer.created'] })
    await stripe.products.update(product.id, { name: 'b' })
    await makeCustomers(emulator, 1)
    expect(await sentTo()).toEqual(['product.created', 'customer.created'])
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
    await makeCustomers(emulator, 1)
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: false })
    expect(await sentTo()).toHaveLength(2)
    await stripe.webhookEndpoints.del(endpoint.id)
    await makeCustomers(emulator, 1)
    expect(await sentTo()).toHaveLength(2)
    await expect(stripe.webhookEndpoints.retrieve(endpoint.id)).rejects.toMatchObject({ statusCode: 404 })
    for (let made = 1; made < 16; made += 1)
      await stripe.webhookEndpoints.create({ url: `http://127.0.0.1:9/${made}`, enabled_events: ['*'] })
    const tooMany = stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/', enabled_events: ['*'] })
    await expect(tooMany).rejects.toThrow('maximum of 16')
  })

  it('what was not taken before a restart is sent after it', async () => {
    const dataDir = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'emulator-')), 'data')
    let isUp = false
    const { emulator, receiver } = await open(() => (isUp ? 200 : 503), { dataDir, webhookRetryMs: 60_000 })
    await makeCustomers(emulator, 3)
    await eventually(async () => {
      const open = await pending(emulator)
      expect(open.map(({ attempts }) => attempts.length)).toEqual([1, 1, 1])
    })
    await emulator.close()
    toClose.pop()
    isUp = true
    const again = await openEmulator({ dataDir })
    toClose.push(again.close)
    expect(await again.control('/deliver', { parallel: 3 })).toMatchObject({ delivered: 3 })
    expect(namesOf(receiver).toSorted()).toEqual(['0', '1', '2'])
  })
})

describe('the control API', () => {
  it('answers programs on this machine only', async () => {
    const { emulator } = await open()
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${emulator.url}/_emulator/health`, { headers })).status
    expect(await status({})).toBe(200)
    expect(await status({ origin: 'http://evil.test' })).toBe(403)
    expect(await status({ 'x-forwarded-for': '203.0.113.9' })).toBe(403)
  })
})
