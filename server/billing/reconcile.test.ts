import { expect, test } from 'vitest'
import { describeWithBillingKit } from '../../testing/billing-kit.ts'
import { createSeatDesk } from '../urgency/seat-desk.ts'
import { reconcile } from './reconcile.ts'

describeWithBillingKit('reconciling', (kit) => {
  test('F5: finds what lost webhooks have left behind, changes nothing unless asked to, and then puts it right', async () => {
    const [kept, lost] = [await kit.signIn(), await kit.signIn()]
    await kept.buy('monthly')
    await kit.deliver()
    await lost.buy('lifetime')
    const now = () => new Date()
    const parts = { db: kit.db, payments: kit.payments, seats: createSeatDesk(null, now), graceDays: 7, now }
    const steps: [number, number][] = []
    const look = () => reconcile(parts, { fix: false, onProgress: (done, all) => steps.push([done, all]) })

    const found = await look()
    expect(found).toEqual([
      {
        customerId: expect.stringMatching(/^cus_/),
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

    await reconcile(parts, { fix: true, onProgress: () => {} })
    expect(await lost.plan()).toBe('lifetime')
    expect(await kept.plan()).toBe('monthly')
    expect(await look()).toEqual([])
  })
})
