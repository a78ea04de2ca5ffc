import { eq, inArray } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { describeWithBillingKit } from '../../../tests/support/billing/billing-kit.ts'
import { listPendingJobs } from '../../../tests/support/billing/run-all-jobs.ts'
import { customers, jobs } from '../../db/schema.ts'
import { createSeatReservations } from '../../seats/seat-reservations.ts'
import { reconcile } from '../reconcile.ts'
import { saveCustomer } from '../store.ts'
import { countUnknownAtStart, findUnknownAtStripe } from './find-unknown-customers.ts'

const now = () => new Date()

describeWithBillingKit('customers whom Stripe knows and this database does not', (kit) => {
  afterEach(() => kit.emulator.control('/api-faults', { count: 0 }))
  const findUnknown = () => findUnknownAtStripe(kit.db, kit.payments)
  const failCalls = () =>
    kit.emulator.control('/api-faults', { status: 500, count: 1_000, method: 'POST', path: '/v1/customers' })

  /** Paid by a user who has had another customer before. */
  async function buyTwice() {
    const buyer = await kit.signIn()
    const { id: former } = await kit.emulator.stripe.customers.create({ metadata: { userId: buyer.id } })
    await saveCustomer(kit.db, { userId: buyer.id, customerId: former, livemode: false })
    await kit.emulator.stripe.customers.del(former)
    await buyer.buy('lifetime')
    await kit.deliver()
    const rows = await kit.db.select().from(customers).where(eq(customers.userId, buyer.id))
    const ids = rows.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    return { buyer, former, current: ids.find((id) => id !== former) ?? '' }
  }

  test('F39: of a buyer who is not in this database the customer is found', async () => {
    const { buyer, current } = await buyTwice()
    expect(await findUnknown()).toEqual([])
    const rows = await kit.db.select().from(customers).where(eq(customers.userId, buyer.id))
    const ids = rows.map(({ id }) => id)
    await kit.db.delete(customers).where(inArray(customers.id, ids))
    expect(await findUnknown()).toEqual([current])
    await kit.db.insert(customers).values(rows)
  })

  test('F39: an account that was deleted leaves none, neither before Stripe has answered nor afterwards', async () => {
    const { buyer, current } = await buyTwice()
    await failCalls()
    expect((await buyer.deleteAccount()).status).toBe(200)
    await kit.jobs.runDue()
    expect((await kit.emulator.stripe.customers.retrieve(current)) as object).toMatchObject({
      metadata: { userId: buyer.id },
    })
    const seats = createSeatReservations(null, now)
    const deps = { db: kit.db, payments: kit.payments, seats, graceDays: 7, now }
    const findByReconcile = async () =>
      (await reconcile(deps, { fix: false, onProgress: () => {} })).unknownCustomers
    expect([await findUnknown(), await findByReconcile()]).toEqual([[], []])
    await kit.emulator.control('/api-faults', { count: 0 })
    await kit.runJobs()
    expect(await listPendingJobs(kit.db)).toEqual([])
    expect((await kit.emulator.stripe.customers.retrieve(current)) as object).toMatchObject({ metadata: {} })
    expect([await findUnknown(), await findByReconcile()]).toEqual([[], []])
  })

  test('F39: where Stripe was silent at the start it is asked until it answers, for however long', async () => {
    await kit.emulator.control('/api-faults', { status: 500, count: 1_000, path: '/v1/customers' })
    expect(await countUnknownAtStart(kit.db, kit.payments)).toBeNull()
    const job = eq(jobs.kind, 'find-unknown-customers')
    await kit.db.update(jobs).set({ attempts: 99 }).where(job)
    await kit.jobs.runDue()
    expect(await kit.db.select().from(jobs).where(job)).toMatchObject([{ attempts: 100, deadAt: null }])
    await kit.emulator.control('/api-faults', { count: 0 })
    await kit.runJobs()
    expect(await kit.db.$count(jobs, job)).toBe(0)
    expect(await countUnknownAtStart(kit.db, kit.payments)).toBe(0)
    expect(await kit.db.$count(jobs, job)).toBe(0)
  })

  test('F39: others’ customers are read past, up to a bound', async () => {
    const { stripe } = kit.emulator
    const { id } = await stripe.customers.create({ metadata: { userId: 'nobody' } })
    for (let n = 0; n < 2; n += 1) await stripe.customers.create({ name: 'of another shop' })
    const listAmong = async (most: number) => {
      const found: string[] = []
      for await (const { customerId } of kit.payments.listCustomers(most)) found.push(customerId)
      return found
    }
    expect([await listAmong(2), await listAmong(3)]).toEqual([[], [id]])
    const bounds: unknown[] = []
    const listCustomers = (most?: number) => {
      bounds.push(most)
      return kit.payments.listCustomers(most)
    }
    expect(await findUnknownAtStripe(kit.db, { listCustomers })).toEqual([id])
    expect(bounds).toEqual([1_000])
    await stripe.customers.del(id)
  })
})
