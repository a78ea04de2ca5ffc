import { expect, test } from 'vitest'
import { ownAmount, type PlanNoteFacts, planNote, seesOffer } from './plan-note.ts'
import type { PlanId } from './plans/plan.ts'
import type { Viewer } from './viewer.ts'

const names = { free: 'Free', monthly: 'Pro', yearly: 'Pro yearly', lifetime: 'Forever' }
const facts: PlanNoteFacts = { names, unused: 'refund', isEverySeatHeld: false, isDealOver: false }
const subscription = { status: 'active', periodEndsAt: null, cancelAtPeriodEnd: false, amount: '$7' }
const { amount: _, ...withoutAmount } = subscription
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
  ['an owner needs no month', lifetime, 'monthly', 'You own Forever, so there’s nothing more you need.'],
  [
    'a month ends with the purchase',
    monthly,
    'lifetime',
    'Buying it ends Pro, and its unused part is refunded.',
  ],
  [
    'a failed payment comes first',
    pastDue,
    'lifetime',
    'Update your card first. You can buy Forever once Pro is paid.',
  ],
  [
    'M5: a year ends with the purchase',
    { ...monthly, plan: 'yearly' },
    'lifetime',
    'Buying it ends Pro yearly, and its unused part is refunded.',
  ],
  ['M5: an owner needs no year', lifetime, 'yearly', 'You own Forever, so there’s nothing more you need.'],
  ['a month that is kept meanwhile', pastDue, 'monthly', null],
  [
    'a month that a failed payment has ended',
    { ...pastDue, plan: 'free' },
    'monthly',
    'Update your card first. That brings Pro back.',
  ],
  [
    'an own price that is not known, as with a code',
    { ...monthly, subscription: withoutAmount },
    'monthly',
    'What you pay may differ from this price.',
  ],
  ['an own price that is known', monthly, 'monthly', null],
  ['a plan that was given has no price', { ...free, plan: 'monthly' }, 'monthly', null],
  ['money on its way', { ...free, pending }, 'lifetime', 'Your payment of $89 is on its way.'],
  ['only at its own plan', { ...free, pending }, 'monthly', null],
  ['nothing to say', free, 'lifetime', null],
  ['signed out', { status: 'signed-out' }, 'lifetime', null],
  ['loading', { status: 'loading' }, 'lifetime', null],
])('%s', (_, viewer, plan, expected) => {
  expect(planNote(viewer, plan, facts)).toBe(expected)
})

test('what becomes of a month is as the catalogue has it, and a trial has nothing to give back', () => {
  expect(planNote(monthly, 'lifetime', { ...facts, unused: 'credit' })).toBe(
    'Buying it ends Pro, and its unused part goes to your balance.',
  )
  const trial: Viewer = { ...monthly, subscription: { ...subscription, status: 'trialing' } }
  expect(planNote(trial, 'lifetime', facts)).toBe('Buying it ends your free trial of Pro.')
})

test.each<[string, Viewer, PlanId, string | null]>([
  ['signed out', { status: 'signed-out' }, 'lifetime', 'No seat is free right now.'],
  ['a subscriber', monthly, 'lifetime', 'No seat is free right now.'],
  ['one whose payment is on its way', { ...free, pending }, 'lifetime', 'Your payment of $89 is on its way.'],
  ['an owner', lifetime, 'lifetime', null],
  ['another plan', free, 'monthly', null],
  ['loading', { status: 'loading' }, 'lifetime', null],
])('while every seat is held: %s', (_, viewer, plan, expected) => {
  expect(planNote(viewer, plan, { ...facts, isEverySeatHeld: true })).toBe(expected)
})

test('subscribers see what they pay, at their own plan only', () => {
  expect(ownAmount(monthly, 'monthly')).toBe('$7')
  expect(ownAmount(monthly, 'lifetime')).toBeNull()
  expect(ownAmount(free, 'monthly')).toBeNull()
})

test('what is paid by the month is not shown as the price of a year that was given', () => {
  const given: Viewer = { ...monthly, plan: 'yearly' }
  expect(ownAmount(given, 'yearly')).toBeNull()
  expect(ownAmount(given, 'monthly')).toBe('$7')
})

test.each<[string, Viewer, PlanId, boolean, boolean]>([
  ['signed out', { status: 'signed-out' }, 'monthly', false, true],
  ['loading', { status: 'loading' }, 'yearly', false, false],
  ['on free', free, 'yearly', false, true],
  ['on free after a trial', { ...free, hadTrial: true }, 'monthly', false, false],
  ['whose payment failed for good', { ...pastDue, plan: 'free' }, 'monthly', false, false],
  ['on monthly', monthly, 'yearly', false, false],
  ['signed out', { status: 'signed-out' }, 'lifetime', false, true],
  ['signed out after the deal', { status: 'signed-out' }, 'lifetime', true, false],
  ['on monthly', monthly, 'lifetime', false, true],
  ['on lifetime', lifetime, 'lifetime', false, false],
])(
  'M7: a viewer %s sees the terms of a plan only if they would get it on them',
  (_, viewer, plan, isDealOver, expected) => {
    expect(seesOffer(viewer, plan, isDealOver)).toBe(expected)
  },
)
