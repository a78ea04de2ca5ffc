import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cards } from '@fairseat/stripe-emulator/testing'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type BillingKit, describeWithBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { listPendingJobs } from '../../tests/support/billing/run-all-jobs.ts'
import { yearlyCatalogue } from '../../tests/support/plans/commerce-config.ts'
import { checkouts, customers, guaranteeRefunds, jobs, subscriptions, trialsGiven } from '../db/schema.ts'
import { enqueueJob } from '../jobs/store.ts'

type Buyer = Awaited<ReturnType<BillingKit['signIn']>>
const monthSeconds = 31 * 86_400

describeWithBillingKit(
  'money that comes after the end of a subscription',
  (kit) => {
    const rowOf = async ({ id }: Buyer) =>
      (await kit.db.select().from(subscriptions).where(eq(subscriptions.userId, id)))[0]?.id ?? ''
    const endTrial = (id: string) => kit.emulator.stripe.subscriptions.update(id, { trial_end: 'now' })
    const customerOf = async (id: string) =>
      String((await kit.emulator.stripe.subscriptions.retrieve(id)).customer)
    /** Those of the customer, the oldest first: what was paid, and what of it went back. */
    async function paidBy(customer: string) {
      const { data } = await kit.emulator.stripe.charges.list({ customer, limit: 100 })
      return data.reverse().map(({ amount, amount_refunded, status }) => [amount, amount_refunded, status])
    }
    async function settle() {
      await kit.emulator.advance(600)
      await kit.deliver()
      await kit.runJobs()
    }

    /** A month that was paid, by debit unless said otherwise. */
    async function payMonth(card: string = cards.debitPays) {
      const buyer = await kit.signIn()
      await buyer.buy('monthly', card)
      await kit.deliver()
      const id = await rowOf(buyer)
      await endTrial(id)
      await settle()
      return { buyer, id, customer: await customerOf(id) }
    }
    async function withdraw(buyer: Buyer) {
      const { offer } = await (await buyer.get('/api/billing/guarantee')).json()
      expect((await buyer.post('/api/billing/withdraw', { purchase: offer.purchase })).status).toBe(200)
      return offer
    }
    /** Given back while the debit of the year is under way. */
    async function withdrawEarly() {
      const paid = await payMonth()
      const { url } = await (await paid.buyer.checkout('yearly')).json()
      await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ action: 'confirm' }),
        redirect: 'manual',
      })
      await kit.deliver()
      expect(await withdraw(paid.buyer)).toMatchObject({ plan: 'yearly', amount: '$9' })
      await kit.runJobs()
      await kit.deliver()
      expect(await paidBy(paid.customer)).toEqual([
        [900, 900, 'succeeded'],
        [8_100, 0, 'pending'],
      ])
      return paid
    }
    const allBack = [
      [900, 900, 'succeeded'],
      [8_100, 8_100, 'succeeded'],
    ]

    test('M2: what settles after a purchase was given back goes back too, once', async () => {
      const { buyer, customer } = await withdrawEarly()
      await settle()
      expect(await paidBy(customer)).toEqual(allBack)
      expect(await buyer.plan()).toBe('free')
      const { withdrawal } = await (await buyer.get('/api/billing/guarantee')).json()
      expect(withdrawal).toMatchObject({ amount: '$90' })
      const rows = await kit.db.select().from(guaranteeRefunds).where(eq(guaranteeRefunds.userId, buyer.id))
      expect(new Set(rows.map(({ requestedAt }) => requestedAt.getTime())).size).toBe(1)
      await kit.runJobs()
      expect(await listPendingJobs(kit.db)).toEqual([])
      await buyer.get('/api/subscription?refresh=1')
      expect(await listPendingJobs(kit.db)).toEqual([])
    })

    test('M2: also when a version that did not wait for it has given the purchase back', async () => {
      const { customer, id } = await withdrawEarly()
      await kit.db.delete(jobs).where(eq(jobs.key, id))
      await settle()
      expect(await paidBy(customer)).toEqual(allBack)
    })

    test('M2: and when the account was deleted before it settled', async () => {
      const { buyer, customer } = await withdrawEarly()
      expect((await buyer.deleteAccount()).status).toBe(200)
      await settle()
      await kit.runJobs()
      expect(await paidBy(customer)).toEqual(allBack)
    })

    test('M2: a renewal that was charged before the subscription could be cancelled goes back', async () => {
      const { buyer, customer } = await payMonth(cards.pays)
      await withdraw(buyer)
      await kit.emulator.control('/api-faults', { status: 500, method: 'DELETE', count: 100 })
      await kit.runJobs()
      await kit.emulator.advance(monthSeconds + 7_200)
      await kit.emulator.control('/api-faults', { count: 0 })
      await kit.runJobs()
      await kit.deliver()
      await kit.runJobs()
      expect(await paidBy(customer)).toEqual([
        [900, 900, 'succeeded'],
        [900, 900, 'succeeded'],
      ])
    })

    /** The subscription ends for a lost dispute while the debit of the next month is under way. */
    async function loseDispute() {
      const paid = await payMonth()
      const { stripe, advance, control } = kit.emulator
      // The renewal's invoice is a draft for an hour, then the debit begins.
      const { items } = await stripe.subscriptions.retrieve(paid.id)
      const renewsIn = (items.data[0]?.current_period_end ?? 0) - (items.data[0]?.current_period_start ?? 0)
      await advance(renewsIn - 600)
      while ((await paidBy(paid.customer)).length < 2) await advance(60)
      const { data } = await stripe.charges.list({ customer: paid.customer })
      await control('/disputes', { charge: data[1]?.id, outcome: 'lost' })
      await kit.deliver()
      await kit.runJobs()
      expect((await stripe.subscriptions.retrieve(paid.id)).status).toBe('canceled')
      expect(await paidBy(paid.customer)).toEqual([
        [900, 0, 'succeeded'],
        [900, 0, 'pending'],
      ])
      return paid
    }

    test('F41: what settles after a lost dispute has ended the plan goes back, once', async () => {
      const { customer, buyer } = await loseDispute()
      await settle()
      const [, late] = await paidBy(customer)
      expect(late?.[1]).toBeGreaterThan(890)
      await buyer.get('/api/subscription?refresh=1')
      expect(await listPendingJobs(kit.db)).toEqual([])
      await kit.runJobs()
      expect((await paidBy(customer))[1]).toEqual(late)
    })

    test('F10: what settles after a second subscription was ended goes back', async () => {
      const { buyer, id: kept } = await payMonth(cards.pays)
      for (const table of [customers, checkouts, subscriptions])
        await kit.db.delete(table).where(eq(table.userId, buyer.id))
      await kit.db.delete(trialsGiven)
      await kit.emulator.advance(25 * 3_600)
      await buyer.buy('monthly', cards.debitPays)
      await kit.deliver()
      const surplus = await rowOf(buyer)
      await endTrial(surplus)
      await kit.emulator.stripe.subscriptions.update(kept, { description: 'known again' })
      await kit.deliver()
      await kit.runJobs()
      expect((await kit.emulator.stripe.subscriptions.retrieve(surplus)).status).toBe('canceled')
      const customer = await customerOf(surplus)
      expect(await paidBy(customer)).toEqual([[900, 0, 'pending']])
      await settle()
      expect((await paidBy(customer))[0]?.[1]).toBeGreaterThan(890)
      expect(await rowOf(buyer)).toBe(kept)
    })

    test('F40: a key that does not know the subscription leaves its late money to the key that does', async () => {
      const buyer = await kit.signIn()
      const payload = { userId: buyer.id, reason: 'surplus' }
      await enqueueJob(kit.db, { kind: 'refund-late', key: 'sub_of_another_key', payload })
      await kit.jobs.runDue()
      const [job] = await kit.db.select().from(jobs).where(eq(jobs.key, 'sub_of_another_key'))
      expect(job).toMatchObject({ attempts: 0, error: null, payload })
      await kit.db.delete(jobs).where(eq(jobs.key, 'sub_of_another_key'))
    })

    /** Lifetime has taken the place of a month whose debit is under way. */
    async function replaceEarly() {
      const buyer = await kit.signIn()
      await buyer.buy('monthly', cards.debitPays)
      await kit.deliver()
      const id = await rowOf(buyer)
      await endTrial(id)
      await kit.deliver()
      await buyer.buy('lifetime')
      await kit.deliver()
      await kit.runJobs()
      const customer = await customerOf(id)
      const month = async () => (await paidBy(customer)).find(([amount]) => amount === 900)
      expect(await month()).toEqual([900, 0, 'pending'])
      return { buyer, month }
    }

    test('F14: a month that the operator had ended is not given back when Lifetime is bought later', async () => {
      const { stripe } = kit.emulator
      const buyer = await kit.signIn()
      await buyer.buy('monthly', cards.debitPays)
      await kit.deliver()
      const id = await rowOf(buyer)
      await endTrial(id)
      const customer = await customerOf(id)
      await stripe.subscriptions.cancel(id)
      await kit.deliver()
      await settle()
      await kit.emulator.advance(300 * 86_400)
      await kit.deliver()
      await buyer.buy('lifetime')
      await kit.deliver()
      await kit.runJobs()
      expect(await paidBy(customer)).toEqual([
        [900, 0, 'succeeded'],
        [8_900, 0, 'succeeded'],
      ])
      expect((await (await buyer.get('/api/billing')).json()).replaced).toBeUndefined()
    })

    test('F14: a debit that settles while its subscription is being ended is not missed', async () => {
      const { url, advance } = kit.emulator
      const buyer = await kit.signIn()
      await buyer.buy('monthly', cards.debitPays)
      await kit.deliver()
      const id = await rowOf(buyer)
      await endTrial(id)
      const proxy = createServer(async ({ url: path = '', method = '', headers }, response) => {
        // Ended, and not yet asked what is unpaid.
        if (path.startsWith('/v1/invoices')) await advance(600)
        const { authorization = '' } = headers
        const passed = await fetch(url + path, { method, headers: { authorization } })
        response.writeHead(passed.status, { 'content-type': 'application/json' })
        response.end(await passed.text())
      })
      await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
      const payments = kit.connect({ apiUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
      const cancelled = await payments.cancelSubscription(id, { credit: false })
      proxy.close()
      expect(cancelled).toMatchObject({
        ...{ isPaymentPending: false, isPaidAfterEnd: true },
        lastPeriod: { paid: [{ paidMinor: 900 }] },
      })
    })

    test('F14: who was paid back a late month is done with it, and may delete the account', async () => {
      const { buyer, month } = await replaceEarly()
      await settle()
      expect((await month())?.[1]).toBeGreaterThan(890)
      await buyer.get('/api/subscription?refresh=1')
      expect(await listPendingJobs(kit.db)).toEqual([])
      expect((await buyer.deleteAccount()).status).toBe(200)
    })

    test('F14: who deletes the account before a late month was paid back gets it all the same', async () => {
      const { buyer, month } = await replaceEarly()
      await kit.emulator.advance(600)
      await kit.emulator.control('/api-faults', {
        status: 500,
        method: 'GET',
        path: '/v1/disputes',
        count: 1_000,
      })
      await kit.deliver()
      const waiting = await kit.db
        .select()
        .from(jobs)
        .where(inArray(jobs.kind, ['refund-late', 'refund']))
      expect(waiting).toHaveLength(1)
      expect((await buyer.deleteAccount()).status).toBe(200)
      await kit.emulator.control('/api-faults', { count: 0 })
      await kit.runJobs()
      await kit.runJobs()
      expect((await month())?.[1]).toBeGreaterThan(890)
    })

    test('F14: and so does who deletes it before the month has settled', async () => {
      const { buyer, month } = await replaceEarly()
      expect((await buyer.deleteAccount()).status).toBe(200)
      await settle()
      await kit.runJobs()
      expect((await month())?.[1]).toBeGreaterThan(890)
      expect(await listPendingJobs(kit.db)).toEqual([])
    })
  },
  { catalogue: { ...yearlyCatalogue(), guaranteeDays: 14 } },
)
