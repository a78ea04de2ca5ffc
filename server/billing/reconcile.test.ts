import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeWithBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { customers } from '../db/schema.ts'
import { createSeatReservations } from '../seats/seat-reservations.ts'
import { reconcile } from './reconcile.ts'

describeWithBillingKit('reconciling', (kit) => {
  test('F5: finds what lost webhooks have left behind, changes nothing unless asked to, and then puts it right', async () => {
    const [kept, lost] = [await kit.signIn(), await kit.signIn()]
    await kept.buy('monthly')
    await kit.deliver()
    await lost.buy('lifetime')
    const now = () => new Date()
    const deps = {
      db: kit.db,
      payments: kit.payments,
      seats: createSeatReservations(null, now),
      graceDays: 7,
      now,
    }
    const steps: [number, number][] = []
    const look = async () => {
      const onProgress = (done: number, all: number) => steps.push([done, all])
      const { drifts, failures } = await reconcile(deps, { fix: false, onProgress })
      expect(failures).toEqual([])
      return drifts
    }

    const found = await look()
    expect(found).toEqual([
      {
        userId: lost.id,
        ours: '',
        theirs: expect.stringMatching(/^lifetime active/),
      },
    ])
    expect(steps).toEqual([
      [1, 2],
      [2, 2],
    ])
    expect(await lost.plan()).toBe('free')
    expect(await look()).toEqual(found)

    await reconcile(deps, { fix: true, onProgress: () => {} })
    expect(await lost.plan()).toBe('lifetime')
    expect(await kept.plan()).toBe('monthly')
    expect(await look()).toEqual([])
  })

  test('F46: a customer who cannot be compared is told of at the end, and the others are put right', async () => {
    const [first, second] = [await kit.signIn(), await kit.signIn()]
    await first.buy('lifetime')
    await second.buy('lifetime')
    const now = () => new Date()
    const [away] = await kit.db.select().from(customers).where(eq(customers.userId, first.id))
    const payments = {
      ...kit.payments,
      readState: (customerId: string) =>
        customerId === away?.id
          ? Promise.reject(new Error('Stripe is away'))
          : kit.payments.readState(customerId),
    }
    const deps = { db: kit.db, payments, seats: createSeatReservations(null, now), graceDays: 7, now }
    const { drifts, failures } = await reconcile(deps, { fix: true, onProgress: () => {} })
    expect(failures).toEqual([
      {
        userId: first.id,
        reason: expect.objectContaining({ message: 'Stripe is away' }),
      },
    ])
    expect(drifts).toHaveLength(1)
    expect([await first.plan(), await second.plan()]).toEqual(['free', 'lifetime'])
  })
})
