import { expect, test } from 'vitest'
import type { Viewer } from '../viewer.ts'
import { isRecent, planToBuy } from './chosen-plan.ts'

const free: Viewer = { status: 'signed-in', plan: 'free' }
const subscription = { status: 'past_due', periodEndsAt: null, cancelAtPeriodEnd: false }
const pending = { plan: 'lifetime', amount: '$89', since: '', method: 'sepa_debit' } as const

test.each<[string, Viewer, string | null]>([
  ['free', free, 'lifetime'],
  ['signed out', { status: 'signed-out' }, null],
  ['still unknown', { status: 'loading' }, null],
  ['on a plan', { status: 'signed-in', plan: 'monthly' }, null],
  ['plan not known', { status: 'signed-in', plan: null }, null],
  ['a payment failed', { ...free, subscription }, null],
  ['money on its way', { ...free, pending }, null],
])(
  'the checkout of the chosen plan starts by itself only for one who is free to buy: %s',
  (_, viewer, expected) => {
    expect(planToBuy(viewer, 'lifetime')).toBe(expected)
  },
)

test('without a choice nothing starts', () => {
  expect(planToBuy(free, null)).toBeNull()
})

test('a choice counts for ten minutes, and not before it was made', () => {
  const chosen = { plan: 'lifetime', at: 1_000_000 } as const
  expect(isRecent(chosen, 1_000_000 + 600_000)).toBe(true)
  expect(isRecent(chosen, 1_000_000 + 600_001)).toBe(false)
  expect(isRecent(chosen, 999_999)).toBe(false)
})
