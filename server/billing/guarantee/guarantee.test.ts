import { cards, daySeconds, openEmulator } from '@fairseat/stripe-emulator/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OwnGuarantee } from '../../../core/billing/contract.ts'
import { createTestBrowser } from '../../../tests/support/app/test-app.ts'
import {
  type BillingKit,
  liveCatalogue,
  startBillingKit,
} from '../../../tests/support/billing/billing-kit.ts'
import { describeMainlyOnPostgres } from '../../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../../db/database.ts'
import { customers, jobs } from '../../db/schema.ts'

const catalogue = { ...liveCatalogue(20), guaranteeDays: 14 }
type Buyer = Awaited<ReturnType<BillingKit['signIn']>>
type Browser = Pick<Buyer, 'get' | 'post'>

async function read(buyer: Browser): Promise<OwnGuarantee> {
  const response = await buyer.get('/api/billing/guarantee')
  expect(response.status).toBe(200)
  return response.json()
}
const withdraw = (buyer: Browser, purchase: string | undefined) =>
  buyer.post('/api/billing/withdraw', { purchase })

describeMainlyOnPostgres('the money-back guarantee', (openTestDatabase) => {
  let db: Drizzle
  let kit: BillingKit
  let laterMs = 0
  const now = () => new Date(Date.now() + laterMs)
  beforeAll(async () => {
    ;({ db } = await openTestDatabase())
    kit = await startBillingKit(db, { catalogue, now })
  })
  afterAll(() => kit.stop())

  async function buyLifetime(email?: string) {
    const buyer = await kit.signIn(email)
    await buyer.buy('lifetime')
    await kit.deliver()
    return buyer
  }
  /** A month that was paid: the trial is over. */
  async function payMonth() {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.emulator.advance(8 * daySeconds)
    await kit.deliver()
    return buyer
  }
  const waitingRefunds = () => db.select().from(jobs).where(eq(jobs.kind, 'refund'))
  const refundsOf = async (purchase: string) => {
    const { data } = await kit.emulator.stripe.refunds.list({ payment_intent: purchase })
    return data.map(({ amount, status }) => [amount, status])
  }

  test('M2: a lifetime: offered, given back in one step, over at once; acknowledged by mail; the seat stays sold', async () => {
    const email = 'withdraws@example.com'
    const buyer = await buyLifetime(email)
    const { offer } = await read(buyer)
    expect(offer).toMatchObject({ plan: 'lifetime', amount: '$89', lastDay: expect.stringMatching(/T12:00/) })
    const purchase = offer?.purchase ?? ''
    const free = (await (await kit.app.request('/api/urgency')).json()).seats
    const response = await withdraw(buyer, purchase)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ plan: 'lifetime', amount: '$89' })
    // Before anything was called at Stripe.
    expect(await refundsOf(purchase)).toEqual([])
    expect(await buyer.plan()).toBe('free')
    // A sync that finds the money still there does not give the plan back.
    await buyer.get('/api/subscription?refresh=1')
    expect(await buyer.plan()).toBe('free')
    await kit.runJobs()
    await kit.deliver()
    expect(await refundsOf(purchase)).toEqual([[8_900, 'succeeded']])
    expect(await buyer.plan()).toBe('free')
    expect(await read(buyer)).toEqual({
      withdrawal: { plan: 'lifetime', amount: '$89', requestedAt: expect.stringMatching(/Z$/) },
    })
    const mails = (await buyer.mails()).filter(({ subject }) => subject.includes('withdrawal'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/Lifetime on .* UTC\..*\$89/s)
    expect((await (await kit.app.request('/api/urgency')).json()).seats).toEqual(free)
  })

  test('M2: a month: the subscription is cancelled before the money goes back, which is all of it', async () => {
    const buyer = await payMonth()
    const { offer } = await read(buyer)
    expect(offer).toMatchObject({ plan: 'monthly', amount: '$9' })
    await kit.emulator.control('/api-faults', {
      status: 500,
      method: 'POST',
      path: '/v1/refunds',
      count: 100,
    })
    await withdraw(buyer, offer?.purchase)
    expect(await buyer.plan()).toBe('free')
    await kit.runJobs()
    const { stripe } = kit.emulator
    expect((await stripe.subscriptions.retrieve(offer?.purchase ?? '')).status).toBe('canceled')
    await kit.emulator.control('/api-faults', { count: 0 })
    await kit.runJobs()
    await kit.deliver()
    const [charge] = (await stripe.charges.list({ limit: 1 })).data
    expect(charge).toMatchObject({ amount: 900, amount_refunded: 900 })
    expect(await buyer.plan()).toBe('free')
  })

  test('M2: never twice: a double click, two processes, and once more when it is over', async () => {
    const email = 'clicks.twice@example.com'
    const buyer = await buyLifetime(email)
    const { offer } = await read(buyer)
    const other = await startBillingKit(db, { catalogue, now, emulator: kit.emulator })
    const elsewhere = createTestBrowser(other.app)
    for (const [name, value] of buyer.cookies) elsewhere.cookies.set(name, value)
    const clicks = await Promise.all(
      [buyer, buyer, elsewhere, elsewhere].map((browser) => withdraw(browser, offer?.purchase)),
    )
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await Promise.all([kit.jobs.runDue(), other.jobs.runDue()])
    await kit.runJobs()
    expect(await refundsOf(offer?.purchase ?? '')).toEqual([[8_900, 'succeeded']])
    expect((await withdraw(buyer, offer?.purchase)).status).toBe(200)
    await kit.runJobs()
    expect(await refundsOf(offer?.purchase ?? '')).toHaveLength(1)
    // Each process keeps what it has sent.
    const sent: { subject: string }[][] = await Promise.all(
      [buyer, elsewhere].map(async (browser) => (await browser.get(`/dev/outbox.json?to=${email}`)).json()),
    )
    expect(sent.flat().filter(({ subject }) => subject.includes('withdrawal'))).toHaveLength(1)
  })

  test('M2: a month that Lifetime replaces while it is being given back is not given back twice', async () => {
    const buyer = await payMonth()
    const { offer } = await read(buyer)
    expect(offer).toMatchObject({ plan: 'monthly' })
    const readRecords = kit.payments.readPaymentRecords.bind(kit.payments)
    vi.spyOn(kit.payments, 'readPaymentRecords').mockImplementationOnce(async (ids) => {
      const records = await readRecords(ids)
      await buyer.buy('lifetime')
      await kit.deliver()
      return records
    })
    const countGivenBack = async () => {
      const { data } = await kit.emulator.stripe.refunds.list({ limit: 100 })
      return data.filter(({ metadata }) => metadata?.fairseat?.startsWith('guarantee-')).length
    }
    const before = await countGivenBack()
    expect((await withdraw(buyer, offer?.purchase)).status).toBe(409)
    await kit.runJobs()
    expect(await countGivenBack()).toBe(before)
    expect(await buyer.plan()).toBe('lifetime')
  })

  test('M2: a process that ends between the steps: everything happens once, by another', async () => {
    const buyer = await buyLifetime()
    const { offer } = await read(buyer)
    const purchase = offer?.purchase ?? ''
    await withdraw(buyer, purchase)
    // The refund is made, and nobody hears of it.
    await kit.emulator.control('/api-faults', {
      hangUp: true,
      when: 'after',
      method: 'POST',
      path: '/v1/refunds',
      count: 3,
    })
    await kit.runJobs()
    expect(await refundsOf(purchase)).toHaveLength(1)
    await kit.emulator.control('/api-faults', { count: 0 })
    // A sync that read Stripe before the refund does not give the plan back.
    await buyer.get('/api/subscription?refresh=1')
    expect(await buyer.plan()).toBe('free')
    await kit.emulator.advance(2 * daySeconds)
    await kit.runJobs()
    expect(await refundsOf(purchase)).toEqual([[8_900, 'succeeded']])
  })

  test('M2: a refund that the bank sends back is made again', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime', '4000000000005126')
    await kit.deliver()
    const { offer } = await read(buyer)
    await withdraw(buyer, offer?.purchase)
    await kit.runJobs()
    await kit.emulator.advance(600)
    await kit.deliver()
    await kit.runJobs()
    expect((await refundsOf(offer?.purchase ?? '')).length).toBeGreaterThan(1)
    expect(await buyer.plan()).toBe('free')
  })

  test.each([
    [
      'Stripe cancelled, as nobody named an account for it, is made again',
      'Stripe',
      ['requires_action', 'canceled'],
    ],
    ['the operator cancelled is not', 'the operator', ['canceled']],
  ])('M2 F48: a refund that %s', async (_, by, statuses) => {
    const buyer = await kit.signIn()
    const { checkoutSessionId: session } = await buyer.buy('lifetime', 'konbini')
    await kit.emulator.control('/async-payments', { session, outcome: 'succeeded' })
    await kit.deliver()
    const purchase = (await read(buyer)).offer?.purchase ?? ''
    expect((await withdraw(buyer, purchase)).status).toBe(200)
    await kit.runAllJobs()
    expect(await refundsOf(purchase)).toEqual([[8_900, 'requires_action']])
    const [refund] = (await kit.emulator.stripe.refunds.list({ payment_intent: purchase })).data
    if (by === 'Stripe') await kit.emulator.control('/refunds', { refund: refund?.id, outcome: 'canceled' })
    else await kit.emulator.stripe.refunds.cancel(refund?.id ?? '')
    await kit.deliver()
    await kit.runAllJobs()
    expect((await refundsOf(purchase)).map(([, status]) => status)).toEqual(statuses)
  })

  test.each([
    ['won', ['succeeded', 'failed']],
    ['lost', ['failed']],
  ] as const)(
    'M2: a refund that meets a dispute waits for the bank; when it is %s by the operator, that decides',
    async (outcome, statuses) => {
      const { stripe, control } = kit.emulator
      const buyer = await buyLifetime()
      const { offer } = await read(buyer)
      const payment_intent = offer?.purchase ?? ''
      await withdraw(buyer, payment_intent)
      await kit.runJobs()
      const [refund] = (await stripe.refunds.list({ payment_intent })).data
      await control('/refunds', { refund: refund?.id, outcome: 'failed' })
      await control('/disputes', { charge: refund?.charge })
      await kit.deliver()
      await kit.runJobs()
      expect(await refundsOf(payment_intent)).toEqual([[8_900, 'failed']])
      expect(await waitingRefunds()).toMatchObject([{ key: `guarantee-${payment_intent}`, error: null }])
      await control('/disputes', { charge: refund?.charge, outcome })
      await kit.deliver()
      await kit.runJobs()
      expect((await refundsOf(payment_intent)).map(([, status]) => status)).toEqual(statuses)
      expect(await waitingRefunds()).toEqual([])
      expect(await buyer.plan()).toBe('free')
    },
  )

  test('M2: not more than was paid, not what is another’s, not after the days', async () => {
    const buyer = await buyLifetime()
    const { offer } = await read(buyer)
    const { stripe } = kit.emulator
    await stripe.refunds.create({ payment_intent: offer?.purchase ?? '', amount: 900 })
    expect((await read(buyer)).offer?.amount).toBe('$80')
    const stranger = await kit.signIn()
    expect((await withdraw(stranger, offer?.purchase)).status).toBe(409)
    const before = laterMs
    // The emulator is some days ahead.
    laterMs += 40 * daySeconds * 1_000
    expect(await read(buyer)).toEqual({})
    const late = await withdraw(buyer, offer?.purchase)
    expect(late.status).toBe(409)
    expect((await late.json()).error).toMatch(/days .* are over/)
    expect(await buyer.plan()).toBe('lifetime')
    laterMs = before
    await withdraw(buyer, offer?.purchase)
    await kit.runJobs()
    expect((await refundsOf(offer?.purchase ?? '')).map(([amount]) => amount)).toEqual([8_000, 900])
  })

  test.each(['monthly', 'lifetime'] as const)(
    'M2: of a debit for %s the days are counted from when it was paid, not from when it began',
    async (plan) => {
      const emulator = await openEmulator({ asyncPaymentSeconds: 10 * daySeconds })
      const slow = await startBillingKit(db, { catalogue, now, emulator })
      const buyer = await slow.signIn()
      await buyer.buy(plan, cards.debitPays)
      await slow.deliver()
      const [customer] = await db.select().from(customers).where(eq(customers.userId, buyer.id))
      const [trial] = (await emulator.stripe.subscriptions.list({ customer: customer?.id ?? '' })).data
      if (trial) await emulator.stripe.subscriptions.update(trial.id, { trial_end: 'now' })
      await emulator.advance(10 * daySeconds + 60)
      await slow.deliver()
      const [charge] = (await emulator.stripe.charges.list()).data
      const [invoice] = (await emulator.stripe.invoices.list({ status: 'paid', limit: 1 })).data
      const paidAt = invoice?.status_transitions.paid_at ?? 0
      expect(paidAt - (charge?.created ?? 0)).toBeGreaterThanOrEqual(10 * daySeconds)
      const lastDay = new Date((paidAt + 14 * daySeconds) * 1_000).toISOString().slice(0, 10)
      expect((await read(buyer)).offer).toMatchObject({ plan, lastDay: expect.stringContaining(lastDay) })
      await slow.stop()
    },
  )

  test('M2: after a dispute that the operator has won, the buyer still has the guarantee', async () => {
    const buyer = await buyLifetime()
    const { offer } = await read(buyer)
    const [charge] = (
      await kit.emulator.stripe.charges.list({ payment_intent: offer?.purchase ?? '', limit: 1 })
    ).data
    await kit.emulator.control('/disputes', { charge: charge?.id })
    expect(await read(buyer)).toEqual({})
    await kit.emulator.control('/disputes', { charge: charge?.id, outcome: 'won' })
    expect((await read(buyer)).offer).toEqual(offer)
    await withdraw(buyer, offer?.purchase)
    await kit.runJobs()
    expect(await refundsOf(offer?.purchase ?? '')).toEqual([[8_900, 'succeeded']])
  })

  test('M2: without the setting nothing is offered', async () => {
    const buyer = await buyLifetime()
    const { offer } = await read(buyer)
    const { guaranteeDays: _, ...none } = catalogue
    const other = await startBillingKit(db, { catalogue: none, now, emulator: kit.emulator })
    const elsewhere = createTestBrowser(other.app)
    for (const [name, value] of buyer.cookies) elsewhere.cookies.set(name, value)
    expect(await read(elsewhere)).toEqual({})
    expect((await withdraw(elsewhere, offer?.purchase)).status).toBe(409)
  })
})
