import { expect, test } from 'vitest'
import { ownAmount, planNote } from './plan-note.ts'
import type { PlanId } from './plans/plan.ts'
import type { Viewer } from './viewer.ts'

const names = { free: 'Free', monthly: 'Pro', lifetime: 'Forever' }
const subscription = { status: 'active', periodEndsAt: null, cancelAtPeriodEnd: false, amount: '$7' }
const pending = {
  plan: 'lifetime',
  amount: '$89',
  since: '2026-11-16T10:00:00Z',
  method: 'sepa_debit',
} as const
const free: Viewer = { status: 'signed-in', plan: 'free' }
const monthly: Viewer = { status: 'signed-in', plan: 'monthly', subscription }
const pastDue: Viewer = { ...monthly, subscription: { ...subscription, status: 'past_due' } }
const lifetime: Viewer = { status: 'signed-in', plan: 'lifetime' }

test.each<[string, Viewer, PlanId, string | null]>([
  ['an owner needs no month', lifetime, 'monthly', 'You own Forever: there’s nothing more you need.'],
  [
    'a month ends with the purchase',
    monthly,
    'lifetime',
    'Buying it ends Pro; you get the unused part back.',
  ],
  [
    'a failed payment comes first',
    pastDue,
    'lifetime',
    'Update your card first: Forever can be bought once Pro is paid.',
  ],
  ['money on its way', { ...free, pending }, 'lifetime', 'Your payment of $89 is on its way.'],
  ['only at its own plan', { ...free, pending }, 'monthly', null],
  ['nothing to say', free, 'lifetime', null],
  ['signed out', { status: 'signed-out' }, 'lifetime', null],
  ['loading', { status: 'loading' }, 'lifetime', null],
])('%s', (_, viewer, plan, expected) => {
  expect(planNote(viewer, plan, names)).toBe(expected)
})

test('subscribers see what they pay, at their own plan only', () => {
  expect(ownAmount(monthly, 'monthly')).toBe('$7')
  expect(ownAmount(monthly, 'lifetime')).toBeNull()
  expect(ownAmount(free, 'monthly')).toBeNull()
})
