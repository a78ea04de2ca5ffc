import { describe, expect, test } from 'vitest'
import { isLive } from '../plans/subscription-status.ts'
import {
  entitlement,
  type LifetimePayment,
  lateMoneyThatCounts,
  type SubscriptionState,
} from './entitlement.ts'

const now = new Date('2027-01-10T00:00:00Z')
const subscription = (
  id: string,
  status: string,
  more: Partial<SubscriptionState> = {},
): SubscriptionState => ({
  id,
  plan: 'monthly',
  status,
  createdAt: new Date('2026-12-01T00:00:00Z'),
  endedAt: status === 'canceled' ? now : null,
  periodEndsAt: null,
  cancelAtPeriodEnd: false,
  hadTrial: false,
  amountMinor: 900,
  currency: 'usd',
  pendingSince: null,
  pendingMethod: null,
  paymentFailedAt: null,
  stuckSince: null,
  paidAfterEnd: null,
  disputeLost: false,
  endedUnpaid: false,
  ...more,
})
const payment = (id: string, more: Partial<LifetimePayment> = {}): LifetimePayment => ({
  id,
  holdId: null,
  amountMinor: 8900,
  refundedMinor: 0,
  currency: 'usd',
  country: null,
  paidAt: now,
  disputeLost: false,
  ...more,
})
const shown = (subscriptions: SubscriptionState[], payments: LifetimePayment[] = []) => {
  const result = entitlement({ subscriptions, payments, pending: [] }, 7, now)
  return {
    rows: result.subscriptions.map(({ id, plan, status }) => `${id} ${plan} ${status}`),
    toCancel: result.toCancel,
  }
}

describe('what a customer is entitled to', () => {
  test('money that is on its way grants nothing, and its amount, method and beginning are known', () => {
    const pending = {
      id: 'pi',
      amountMinor: 8900,
      currency: 'usd',
      pendingSince: now,
      pendingMethod: 'sepa_debit',
    }
    const { subscriptions, purchases } = entitlement(
      { subscriptions: [], payments: [], pending: [pending] },
      7,
      now,
    )
    expect(purchases).toEqual([])
    expect(subscriptions).toMatchObject([{ ...pending, plan: 'lifetime', status: 'processing' }])
    expect(subscriptions.filter(({ status }) => isLive(status))).toEqual([])
  })

  test('F12: a live subscription counts, whatever has ended beside it', () => {
    expect(shown([subscription('old', 'canceled'), subscription('new', 'active')])).toEqual({
      rows: ['new monthly active', 'old monthly canceled'],
      toCancel: [],
    })
  })

  describe('what came for a subscription after its end', () => {
    const paidAfterEnd = (refundedMinor: number) => ({ paidAfterEnd: { amountMinor: 900, refundedMinor } })
    const paidLate = (
      late: SubscriptionState,
      payments: LifetimePayment[] = [],
      withdrawn: string[] = [],
    ) => {
      const state = { subscriptions: [late], payments, pending: [] }
      const result = entitlement(state, 7, now, new Set(), new Set(withdrawn))
      expect(result.toCancel).toEqual([])
      return result.paidLate
    }

    test('F14: goes back when a lifetime had ended it, until a part of it is back', () => {
      const late = subscription('late', 'canceled', paidAfterEnd(0))
      expect(paidLate(late, [payment('pay')])).toEqual([{ id: 'late', reason: 'replaced' }])
      expect(paidLate(late, [payment('pay', { refundedMinor: 8900 })])).toEqual([])
      const refunded = subscription('late', 'canceled', paidAfterEnd(899))
      expect(paidLate(refunded, [payment('pay')])).toEqual([])
      expect(paidLate(subscription('early', 'canceled'), [payment('pay')])).toEqual([])
    })

    test('F41: goes back when a lost dispute had ended it', () => {
      const late = subscription('late', 'canceled', { ...paidAfterEnd(0), disputeLost: true })
      expect(paidLate(late)).toEqual([{ id: 'late', reason: 'dispute' }])
      const refunded = subscription('late', 'canceled', { ...paidAfterEnd(899), disputeLost: true })
      expect(paidLate(refunded)).toEqual([])
    })

    test('M2: goes back when it was given back, until all of it is back', () => {
      const late = (refundedMinor: number) => subscription('late', 'canceled', paidAfterEnd(refundedMinor))
      expect(paidLate(late(899), [], ['late'])).toEqual([{ id: 'late', reason: 'guarantee' }])
      expect(paidLate(late(900), [], ['late'])).toEqual([])
    })

    test('goes back when the payment service had ended it unpaid, also beside a lifetime', () => {
      const late = subscription('late', 'canceled', { ...paidAfterEnd(0), endedUnpaid: true })
      expect(paidLate(late)).toEqual([{ id: 'late', reason: 'unpaid' }])
      expect(paidLate(late, [payment('pay')])).toEqual([{ id: 'late', reason: 'unpaid' }])
      const refunded = subscription('late', 'canceled', { ...paidAfterEnd(1), endedUnpaid: true })
      expect(paidLate(refunded)).toEqual([])
    })

    test.each([
      ['nothing came', [], null],
      ['one, whatever has gone back', [100], 100],
      ['the first where nothing has gone back', [0, 0], 0],
      ['one where nothing has gone back, also when it is not the first', [900, 100, 0], 0],
      ['the first, where a part of each has gone back', [100, 900], 100],
    ])('counts by one of several: %s', (_, refunded, counted) => {
      const late = refunded.map((refundedMinor) => ({ amountMinor: 900, refundedMinor }))
      expect(lateMoneyThatCounts(late)?.refundedMinor ?? null).toBe(counted)
    })

    test('F14: stays when its owner or the operator had ended it, also when a lifetime was bought since', () => {
      const late = (endedMs: number) =>
        subscription('late', 'canceled', { ...paidAfterEnd(0), endedAt: new Date(now.getTime() + endedMs) })
      expect(paidLate(late(0))).toEqual([])
      expect(paidLate(late(-1), [payment('pay')])).toEqual([])
      expect(paidLate(late(1), [payment('pay')])).toEqual([{ id: 'late', reason: 'replaced' }])
    })
  })

  test.each([
    ['lives by its grace alone', { status: 'past_due', paymentFailedAt: now }],
    ['is about to end', { cancelAtPeriodEnd: true }],
  ])(
    'F39: of two live subscriptions the paid one that goes on is kept, not an older one that %s',
    (_, older) => {
      const [old, paid] = [
        subscription('old', 'active', { ...older, createdAt: new Date('2026-01-01T00:00:00Z') }),
        subscription('paid', 'active'),
      ]
      expect(shown([old, paid])).toEqual({
        rows: ['paid monthly active'],
        toCancel: [{ id: 'old', reason: 'surplus' }],
      })
    },
  )

  test.each(['past_due', 'unpaid', 'incomplete', 'paused'])(
    'F39: beside a live subscription none that is %s is kept: it might be charged again',
    (status) => {
      const old = subscription('old', status, { createdAt: new Date('2026-01-01T00:00:00Z') })
      expect(shown([old, subscription('new', 'active')])).toEqual({
        rows: ['new monthly active'],
        toCancel: [{ id: 'old', reason: 'surplus' }],
      })
      expect(shown([old]).toCancel).toEqual([])
    },
  )

  test('F14: an unrevoked lifetime takes the place of a subscription, which is to be cancelled', () => {
    expect(shown([subscription('sub', 'active')], [payment('pay')])).toEqual({
      rows: ['pay lifetime active'],
      toCancel: [{ id: 'sub', reason: 'replaced' }],
    })
  })

  test('F23: a refund in full or a lost dispute ends a lifetime, a refund in part does not', () => {
    expect(shown([], [payment('pay', { refundedMinor: 8899 })]).rows).toEqual(['pay lifetime active'])
    expect(shown([], [payment('pay', { refundedMinor: 8900 })]).rows).toEqual([])
    expect(shown([], [payment('pay', { disputeLost: true })]).rows).toEqual([])
  })

  test('F41: a subscription with a lost dispute is over for us at once, and its trial is remembered', () => {
    const disputed = subscription('sub', 'active', { disputeLost: true, hadTrial: true })
    expect(shown([disputed])).toEqual({
      rows: ['sub monthly canceled'],
      toCancel: [{ id: 'sub', reason: 'dispute' }],
    })
    const { subscriptions } = entitlement({ subscriptions: [disputed], payments: [], pending: [] }, 7, now)
    expect(subscriptions[0]?.hadTrial).toBe(true)
  })

  test('F10: of two live subscriptions the first stays and the other is to be cancelled', () => {
    const later = new Date('2026-12-02T00:00:00Z')
    expect(shown([subscription('b', 'active', { createdAt: later }), subscription('a', 'trialing')])).toEqual(
      {
        rows: ['a monthly trialing'],
        toCancel: [{ id: 'b', reason: 'surplus' }],
      },
    )
  })

  test.each([
    ['2027-01-03T00:00:01Z', 'active'],
    ['2027-01-03T00:00:00Z', 'past_due'],
  ])('F11: a payment that failed at %s leaves the plan %s after seven days of grace', (failedAt, status) => {
    const failed = subscription('sub', 'past_due', { paymentFailedAt: new Date(failedAt) })
    expect(shown([failed]).rows).toEqual([`sub monthly ${status}`])
  })

  test.each([
    ['2027-01-06T00:00:00Z', 'active'],
    ['2027-01-05T23:59:59Z', 'active'],
    ['2027-01-03T00:00:01Z', 'active'],
    ['2027-01-03T00:00:00Z', 'past_due'],
  ])('F33: a renewal whose invoice is a draft since %s leaves the plan %s', (stuckSince, status) => {
    const stuck = subscription('sub', 'active', { stuckSince: new Date(stuckSince) })
    expect(shown([stuck]).rows).toEqual([`sub monthly ${status}`])
  })

  test('F33: a draft is no failure for four days, then there are the days of grace since it was made', () => {
    const graceOf = (stuckSince: string) => {
      const stuck = subscription('sub', 'active', { stuckSince: new Date(stuckSince) })
      return entitlement({ subscriptions: [stuck], payments: [], pending: [] }, 7, now).subscriptions[0]
        ?.graceEndsAt
    }
    expect(graceOf('2027-01-06T00:00:00Z')).toBeNull()
    expect(graceOf('2027-01-05T23:59:59Z')).toEqual(new Date('2027-01-12T23:59:59Z'))
  })

  test('statuses that we have never heard of grant nothing and break nothing', () => {
    expect(shown([subscription('sub', 'hibernating')]).rows).toEqual(['sub monthly hibernating'])
  })

  test('M5: a subscription keeps its interval, and a lifetime replaces a year as it does a month', () => {
    const year = subscription('sub', 'active', { plan: 'yearly' })
    expect(shown([year]).rows).toEqual(['sub yearly active'])
    expect(shown([year], [payment('pi')])).toEqual({
      rows: ['pi lifetime active'],
      toCancel: [{ id: 'sub', reason: 'replaced' }],
    })
  })
})
