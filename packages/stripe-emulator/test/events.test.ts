import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type Stripe from 'stripe'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { EmulatorOptions } from '../src/start-emulator.ts'
import { cards, daySeconds, openEmulator } from '../src/testing.ts'

const noon = Date.UTC(2026, 2, 10, 12) / 1_000

/** One whose clock stands still unless it is moved. */
async function openAtNoon(options: Partial<EmulatorOptions> = {}) {
  const emulator = await openEmulator({ realMs: () => noon * 1_000, ...options })
  onTestFinished(() => emulator.close())
  const { stripe } = emulator
  /** All events, oldest first. */
  const events = async () =>
    (await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })).reverse()
  async function eventsOf(action: () => Promise<unknown>) {
    const before = (await events()).length
    await action()
    return (await events()).slice(before)
  }
  return { ...emulator, events, eventsOf }
}
type Emulator = Awaited<ReturnType<typeof openAtNoon>>

/** The seconds from the first event to each. */
const seconds = (events: Stripe.Event[]) => events.map(({ created }) => created - (events[0]?.created ?? 0))
const everySecond = (events: Stripe.Event[]) => events.map((_, index) => index)

// docs.stripe.com/api/events/object#event_object-created: whole seconds. An action takes Stripe a while, and its events
// are dated as they are made: github.com/laravel/cashier-stripe/issues/1201 has `customer.subscription.created` at
// 1623979265 and the `updated` of the same payment at 1623979266.
describe('a later event of one action has a later `created`', () => {
  async function openSession(
    { stripe, prices, paymentSession, subscriptionSession }: Emulator,
    mode: string,
  ) {
    const { monthly, lifetime } = await prices()
    const { id } = await stripe.customers.create({ email: 'ada@example.com' })
    return mode === 'payment' ? paymentSession(id, lifetime.id) : subscriptionSession(id, monthly.id)
  }

  it.each(['payment', 'subscription'])('when a Checkout Session is paid, %s', async (mode) => {
    const emulator = await openAtNoon()
    const session = await openSession(emulator, mode)
    await emulator.advance(60)
    const events = await emulator.eventsOf(() => emulator.pay(session.id))
    expect(events.length).toBeGreaterThan(2)
    expect(seconds(events)).toEqual(everySecond(events))
    expect(events[0]?.created).toBe(noon + 60)
  })

  it('when a subscription is renewed: at its draft, and an hour later at its payment', async () => {
    const emulator = await openAtNoon()
    const { subscription } = await emulator.subscribe()
    const renewsAt = subscription.items.data[0]?.current_period_end ?? Number.NaN
    for (const to of [renewsAt, renewsAt + 3_600]) {
      const events = await emulator.eventsOf(() => emulator.control('/clock', { to }))
      expect(events.length).toBeGreaterThan(1)
      expect(seconds(events)).toEqual(everySecond(events))
      expect(events[0]?.created).toBe(to)
    }
  })

  it('when the last try of a renewal fails and ends the subscription', async () => {
    const emulator = await openAtNoon({ retryDays: [1] })
    const { subscription } = await emulator.subscribe(cards.failsWhenCharged, 7)
    const lastTryAt = (subscription.trial_end ?? Number.NaN) + 3_600 + daySeconds
    await emulator.control('/clock', { to: lastTryAt - 1 })
    const events = await emulator.eventsOf(() => emulator.control('/clock', { to: lastTryAt }))
    expect(events.map(({ type }) => type)).toContain('customer.subscription.deleted')
    expect(seconds(events)).toEqual(everySecond(events))
  })

  it('when a payment is refunded', async () => {
    const emulator = await openAtNoon()
    const { intent } = await emulator.buy()
    await emulator.advance(60)
    const events = await emulator.eventsOf(() =>
      emulator.stripe.refunds.create({ payment_intent: intent.id }),
    )
    expect(events.length).toBeGreaterThan(1)
    expect(seconds(events)).toEqual(everySecond(events))
  })
})

// docs.stripe.com/api/events/list: newest first, `created[gte]`; docs.stripe.com/webhooks/process-undelivered-events: that
// is how what was missed is fetched.
describe('the order of events', () => {
  it('whoever asks for what came since the newest event misses nothing of the actions after it', async () => {
    const emulator = await openAtNoon()
    await emulator.buy()
    const newest = (await emulator.events()).at(-1)
    const after = await emulator.eventsOf(() => emulator.buy())
    const { data } = await emulator.stripe.events.list({ created: { gte: newest?.created ?? 0 }, limit: 100 })
    const fetched = data.map(({ id }) => id)
    expect(fetched).toEqual(expect.arrayContaining(after.map(({ id }) => id)))
    expect(fetched).toContain(newest?.id)
  })

  it('the clock has caught up a moment later: the next action begins at its own second', async () => {
    const emulator = await openAtNoon()
    await emulator.buy()
    await emulator.advance(3_600)
    const [event] = await emulator.eventsOf(() => emulator.stripe.customers.create({}))
    expect(event?.created).toBe(noon + 3_600)
  })

  it('lists never go back in time over a long life, page by page', async () => {
    const emulator = await openAtNoon()
    await emulator.subscribe(cards.pays, 3)
    await emulator.subscribe(cards.failsWhenCharged, 3)
    await emulator.buy(cards.refundFails)
    await emulator.advance(70 * daySeconds)
    const events = await emulator.stripe.events.list({ limit: 3 }).autoPagingToArray({ limit: 1_000 })
    const times = events.map(({ created }) => created)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(events.toReversed()).toEqual(await emulator.events())
  })

  it('what fell due while nobody looked is not dated before what was seen meanwhile', async () => {
    let nowMs = noon * 1_000
    const emulator = await openAtNoon({ realMs: () => nowMs })
    const { charge, customer } = await emulator.buy()
    const { lifetime } = await emulator.prices()
    await emulator.paymentSession(customer.id, lifetime.id)
    nowMs += 2 * daySeconds * 1_000
    await emulator.control('/disputes', { charge: charge.id })
    await emulator.stripe.balance.retrieve()
    const events = await emulator.events()
    expect(events.map(({ type }) => type)).toContain('checkout.session.expired')
    const times = events.map(({ created }) => created)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('a restart does not date events before those that were seen', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'emulator-'))
    onTestFinished(() => fs.rmSync(dataDir, { recursive: true }))
    const options = { realMs: () => noon * 1_000, dataDir }
    const before = await openEmulator({ secretKey: 'sk_test_kit', ...options })
    await before.buy()
    const [newest] = (await before.stripe.events.list({ limit: 1 })).data
    await before.close()
    const emulator = await openAtNoon(options)
    const [event] = await emulator.eventsOf(() => emulator.stripe.customers.create({}))
    expect(newest?.created).toBeGreaterThan(noon)
    expect(event?.created).toBe(newest?.created)
  })

  // At Stripe events of one action can share a second too: softwareengineering.stackexchange.com/questions/446922
  it('events share the second of their action where the option says so', async () => {
    const emulator = await openAtNoon({ eventSpacingSeconds: 0 })
    await emulator.buy()
    const events = await emulator.events()
    expect(new Set(events.map(({ created }) => created))).toEqual(new Set([noon]))
  })
})
