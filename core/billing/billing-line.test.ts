import { expect, test } from 'vitest'
import type { PlanId } from '../plans/plan.ts'
import { billingLine } from './billing-line.ts'
import { billedPlan, isPaymentFailed, type OwnSubscription, readOwnSubscription } from './own-subscription.ts'

const periodEndsAt = '2027-01-12T09:30:00.000Z'
const names = { monthly: 'Pro', yearly: 'Pro yearly' }
const withStatus = (status: string, more: Partial<OwnSubscription> = {}): OwnSubscription => ({
  status,
  periodEndsAt,
  cancelAtPeriodEnd: false,
  ...more,
})

test.each<[string, PlanId, OwnSubscription, string, string | null]>([
  ['a trial', 'monthly', withStatus('trialing'), 'Free trial until', periodEndsAt],
  ['a month that was paid', 'monthly', withStatus('active'), 'Renews on', periodEndsAt],
  [
    'a cancelled month',
    'monthly',
    withStatus('active', { cancelAtPeriodEnd: true }),
    'Ends on',
    periodEndsAt,
  ],
  [
    'a cancelled trial',
    'monthly',
    withStatus('trialing', { cancelAtPeriodEnd: true }),
    'Ends on',
    periodEndsAt,
  ],
  ['an unknown date', 'monthly', withStatus('active', { periodEndsAt: null }), '', null],
  ['another status', 'free', withStatus('incomplete_expired'), 'Nothing is charged.', null],
  ['a month beside a Lifetime that was given', 'lifetime', withStatus('active'), 'Renews on', periodEndsAt],
])('%s is said in one line', (_, plan, subscription, text, date) => {
  expect(billingLine(plan, subscription, names)).toEqual({ text, date, isProblem: false })
})

test('M5: a year is said as a year', () => {
  const isYearly = true as const
  const line = billingLine('yearly', withStatus('active', { amount: '$90', isYearly }), names)
  expect(line).toMatchObject({ text: '$90 a year. Renews on', date: periodEndsAt })
  const trial = billingLine('yearly', withStatus('trialing', { amount: '$90', isYearly }), names)
  expect(trial.after).toBe(', then $90 a year.')
  const failed = billingLine('free', withStatus('past_due', { isYearly }), names)
  expect(failed.text).toBe('Your last payment failed. Update your card to get Pro yearly back.')
  const body = { subscription: withStatus('active', { isYearly }) }
  expect(readOwnSubscription(body)).toEqual(body.subscription)
})

test('M5 F11: a year that was lost beside a month that was given is to be got back; in grace it is to be kept', () => {
  const isYearly = true as const
  const lost = billingLine('monthly', withStatus('past_due', { isYearly }), names)
  expect(lost.text).toBe('Your last payment failed. Update your card to get Pro yearly back.')
  const over = withStatus('past_due', { isYearly, graceEndsAt: periodEndsAt })
  expect(billingLine('monthly', over, names).text).toBe(lost.text)
  expect(billingLine('yearly', over, names)).toMatchObject({
    date: periodEndsAt,
    after: ' to keep Pro yearly.',
  })
})

test.each<[string, PlanId, string, string]>([
  ['in grace', 'monthly', 'past_due', 'Your last payment failed. Update your card to keep Pro.'],
  ['after grace', 'free', 'past_due', 'Your last payment failed. Update your card to get Pro back.'],
  [
    'beside a Lifetime that was given',
    'lifetime',
    'past_due',
    'Your last payment failed. Update your card to keep Pro.',
  ],
  ['given up', 'free', 'unpaid', 'Your last payment failed. Update your card to get Pro back.'],
  ['never begun', 'free', 'incomplete', 'Your first payment didn’t go through.'],
  ['trial without a card', 'free', 'paused', 'Pro is paused. Add a card to resume it.'],
])('a payment that is missing is a problem to mend: %s', (_, plan, status, text) => {
  expect(billingLine(plan, withStatus(status), names)).toEqual({ text, date: null, isProblem: true })
})

test('what is paid is said with the date, and after a failed payment until when the plan is kept', () => {
  expect(billingLine('monthly', withStatus('active', { amount: '$7' }), names)).toEqual({
    text: '$7 a month. Renews on',
    date: periodEndsAt,
    isProblem: false,
  })
  expect(billingLine('monthly', withStatus('trialing', { amount: '$7' }), names)).toEqual({
    text: 'Free trial until',
    date: periodEndsAt,
    after: ', then $7 a month.',
    isProblem: false,
  })
  const graceEndsAt = '2027-01-19T09:30:00.000Z'
  expect(billingLine('monthly', withStatus('past_due', { graceEndsAt }), names)).toEqual({
    text: 'Your last payment failed. Update your card by',
    date: graceEndsAt,
    after: ' to keep Pro.',
    isProblem: true,
  })
})

test('without a subscription nothing is charged, as far as is known', () => {
  expect(billingLine('free', undefined, names).text).toBe('Nothing is charged.')
  expect(billingLine('lifetime', undefined, names).text).toBe('Paid once. Nothing renews.')
  expect(billingLine('monthly', undefined, names).text).toBe('')
  expect(billingLine(null, undefined, names).text).toBe('')
})

test('F11: a payment has failed until it is paid or given up', () => {
  expect(isPaymentFailed(withStatus('past_due'))).toBe(true)
  expect(isPaymentFailed(withStatus('unpaid'))).toBe(true)
  expect(isPaymentFailed(withStatus('active'))).toBe(false)
  expect(isPaymentFailed(undefined)).toBe(false)
})

test.each<[string, PlanId | null, OwnSubscription | undefined, PlanId | null]>([
  ['Lifetime that was paid', 'lifetime', undefined, 'lifetime'],
  ['a month beside a Lifetime that was given', 'lifetime', withStatus('active'), 'monthly'],
  ['a month beside a year that was given', 'yearly', withStatus('active'), 'monthly'],
  ['a year', 'yearly', withStatus('active', { isYearly: true }), 'yearly'],
  ['a month that never began', 'free', withStatus('incomplete'), 'free'],
  ['a plan that is not known', null, withStatus('active'), null],
])('what is billed: %s', (_, plan, subscription, billed) => {
  expect(billedPlan(plan, subscription)).toBe(billed)
})

test('the answer is read with care', () => {
  expect(readOwnSubscription({ plan: 'monthly', subscription: withStatus('active') })).toEqual(
    withStatus('active'),
  )
  expect(readOwnSubscription({ subscription: { status: 'active', periodEndsAt: 'soon' } })).toEqual({
    status: 'active',
    periodEndsAt: null,
    cancelAtPeriodEnd: false,
  })
  for (const body of [null, {}, [], 'text', { subscription: null }, { subscription: { status: 1 } }])
    expect(readOwnSubscription(body)).toBeUndefined()
})
