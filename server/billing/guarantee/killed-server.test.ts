import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { buy, newTally } from '../../../tests/simulations/chaos/shop-buyer.ts'
import { openShop, type Shop } from '../../../tests/simulations/chaos/shop-processes.ts'
import { createMigratedDatabase } from '../../../tests/support/database/create-postgres-database.ts'
import { findFreePort } from '../../../tests/support/processes/free-port.ts'
import { jobs } from '../../db/schema.ts'

// Only a process that hangs gets there.
const limitMs = 300_000
const waitFor = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: limitMs, interval: 100 })

let shop: Shop
beforeAll(async () => {
  shop = await openShop({
    ports: [await findFreePort()],
    settings: { guaranteeDays: 14 },
    databaseUrl: await createMigratedDatabase(inject('postgresUrl')),
  })
}, limitMs)
afterAll(() => shop.close())

const jobsOf = (kind: string) => shop.db.select().from(jobs).where(eq(jobs.kind, kind))

test.each([
  ['before Stripe has answered', [{ delayMs: 5_000 }], 0],
  // The answer is lost, and the same call made again gets none.
  ['when Stripe has made the refund', [{ hangUp: true, when: 'after' }, { delayMs: 600_000 }], 1],
])(
  'M2: a server killed %s: once it is back there is one refund, one mail, and the plan stays ended',
  async (_, faults, refundsBefore) => {
    const { browser, email } = await buy(shop, newTally(), 'lifetime')
    const { offer } = await (await browser.get('/api/billing/guarantee')).json()
    const refunds = async () =>
      (await shop.emulator.stripe.refunds.list({ payment_intent: offer.purchase })).data.map(
        ({ amount, status }) => [amount, status],
      )
    for (const fault of faults)
      await shop.emulator.control('/api-faults', { method: 'POST', path: '/v1/refunds', ...fault })
    expect((await browser.post('/api/billing/withdraw', { purchase: offer.purchase })).status).toBe(200)
    await waitFor(async () => {
      expect(await jobsOf('mail-withdrawn')).toEqual([])
      expect(await jobsOf('refund')).toMatchObject([{ attempts: 1 }])
      expect((await refunds()).length).toBeGreaterThanOrEqual(refundsBefore)
    })
    await shop.processes.servers[0]?.kill()
    expect(await jobsOf('refund')).toHaveLength(1)

    // The minute for which the killed process had the job is over.
    const past = new Date(0)
    await shop.db.update(jobs).set({ lockedUntil: past, runAt: past }).where(eq(jobs.kind, 'refund'))
    await shop.restartServer()
    await waitFor(async () => expect(await jobsOf('refund')).toEqual([]))
    expect(await refunds()).toEqual([[8_900, 'succeeded']])
    expect(await (await browser.get('/api/subscription?refresh=1')).json()).toMatchObject({ plan: 'free' })
    expect(shop.mails.subjectsTo(email).filter((subject) => subject.includes('withdrawal'))).toHaveLength(1)
    expect((await browser.post('/api/billing/withdraw', { purchase: offer.purchase })).status).toBe(200)
    expect(await refunds()).toHaveLength(1)
  },
  limitMs,
)
