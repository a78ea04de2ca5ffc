import { describe, expect, test } from 'vitest'
import { type CustomerSnapshot, CustomerState, customerState, renewingPlan } from './customer-state.ts'

const now = new Date('2026-11-15T10:00:00Z')
const [before, later, muchLater] = ['2026-11-01', '2026-11-20', '2026-12-20'].map((day) => new Date(day)) as [
  Date,
  Date,
  Date,
]
const features = {
  free: ['projects:1'],
  monthly: ['projects:unlimited'],
  yearly: ['projects'],
  lifetime: ['projects:unlimited', 'support'],
}

const nobody: CustomerSnapshot = {
  id: 'usr_1',
  externalId: null,
  email: 'ana@example.com',
  subscriptions: [],
  grants: [],
  revokedAt: null,
  seat: null,
  livemode: false,
}
const monthly = {
  plan: 'monthly' as const,
  status: 'active',
  periodEndsAt: later,
  cancelAtPeriodEnd: false,
  graceEndsAt: null,
  createdAt: before,
}
const lifetime = { ...monthly, plan: 'lifetime' as const, periodEndsAt: null }
const stateOf = (changes: Partial<CustomerSnapshot>) =>
  customerState({ ...nobody, ...changes }, features, now)

describe('the state of a customer', () => {
  test('is as the schema has it, with a version', () => {
    const state = stateOf({ subscriptions: [monthly], seat: { offer: 'launch', number: 37 } })
    const whole = { ...state, version: 1, updatedAt: now.toISOString() }
    expect(CustomerState.parse(whole)).toEqual(whole)
  })

  test.each<[what: string, changes: Partial<CustomerSnapshot>, expected: Partial<CustomerState>]>([
    [
      'M5: a year, which counts more than a month that was given',
      { subscriptions: [{ ...monthly, plan: 'yearly' }], grants: [{ plan: 'monthly', until: null }] },
      { plan: 'yearly', status: 'active', features: features.yearly },
    ],
    ['a new account', {}, { plan: 'free', status: 'none', features: features.free }],
    [
      'a trial',
      { subscriptions: [{ ...monthly, status: 'trialing' }] },
      {
        plan: 'monthly',
        status: 'trialing',
        trialEndsAt: later.toISOString(),
        periodEndsAt: later.toISOString(),
      },
    ],
    [
      'a paid month',
      { subscriptions: [monthly] },
      { plan: 'monthly', status: 'active', trialEndsAt: null, features: features.monthly },
    ],
    [
      'a month that will not be renewed',
      { subscriptions: [{ ...monthly, cancelAtPeriodEnd: true }] },
      { plan: 'monthly', status: 'active', cancelAtPeriodEnd: true, periodEndsAt: later.toISOString() },
    ],
    [
      'a failed payment, in its grace',
      { subscriptions: [{ ...monthly, graceEndsAt: later }] },
      { plan: 'monthly', status: 'past_due', graceEndsAt: later.toISOString() },
    ],
    [
      'a failed payment, after its grace',
      { subscriptions: [{ ...monthly, status: 'past_due', graceEndsAt: before }] },
      { plan: 'free', status: 'past_due', features: features.free },
    ],
    [
      'a subscription that has ended',
      { subscriptions: [{ ...monthly, status: 'canceled' }] },
      { plan: 'free', status: 'canceled' },
    ],
    [
      'a first payment that never came',
      { subscriptions: [{ ...monthly, status: 'incomplete_expired' }] },
      { status: 'none' },
    ],
    [
      'a first payment on its way',
      { subscriptions: [{ ...monthly, status: 'incomplete' }] },
      { plan: 'free', status: 'none' },
    ],
    [
      'a lifetime beside the month that it replaced',
      { subscriptions: [{ ...monthly, status: 'canceled' }, lifetime] },
      { plan: 'lifetime', status: 'active', periodEndsAt: null, features: features.lifetime },
    ],
    [
      'a lifetime that was refunded',
      { subscriptions: [{ ...monthly, status: 'canceled' }], revokedAt: later },
      { plan: 'free', status: 'revoked' },
    ],
    [
      'a month that ended after a refund of an earlier lifetime',
      { subscriptions: [{ ...monthly, status: 'canceled', createdAt: later }], revokedAt: before },
      { status: 'canceled' },
    ],
    [
      'a lifetime that was given for good',
      { grants: [{ plan: 'lifetime', until: null }] },
      { plan: 'lifetime', status: 'active', periodEndsAt: null, cancelAtPeriodEnd: false },
    ],
    [
      'the longest of several gifts',
      {
        grants: [
          { plan: 'monthly', until: later },
          { plan: 'monthly', until: muchLater },
        ],
      },
      { plan: 'monthly', status: 'active', periodEndsAt: muchLater.toISOString(), cancelAtPeriodEnd: true },
    ],
    [
      'a gift that has ended',
      { grants: [{ plan: 'lifetime', until: now }] },
      { plan: 'free', status: 'none' },
    ],
    [
      'a gift that is better than what is paid',
      { subscriptions: [monthly], grants: [{ plan: 'lifetime', until: later }] },
      { plan: 'lifetime', periodEndsAt: later.toISOString() },
    ],
    [
      'a payment and a gift of the same plan',
      { subscriptions: [monthly], grants: [{ plan: 'monthly', until: null }] },
      { plan: 'monthly', periodEndsAt: later.toISOString() },
    ],
  ])('%s', (_, changes, expected) => {
    expect(stateOf(changes)).toMatchObject(expected)
  })
})

test.each<[string, CustomerSnapshot['subscriptions'], string | null]>([
  ['nothing', [], null],
  ['a month', [monthly], 'monthly'],
  ['a trial of a year', [{ ...monthly, plan: 'yearly', status: 'trialing' }], 'yearly'],
  ['a month whose payment failed', [{ ...monthly, status: 'past_due' }], 'monthly'],
  ['a month that was cancelled', [{ ...monthly, cancelAtPeriodEnd: true }], null],
  ['a month that is over', [{ ...monthly, status: 'canceled' }], null],
  ['a month that never began', [{ ...monthly, status: 'incomplete' }], null],
  ['Lifetime', [lifetime], null],
])('what renews beside a grant: %s', (_, subscriptions, expected) => {
  expect(renewingPlan(subscriptions)).toBe(expected)
})
