import { expect, test } from 'vitest'
import { disputeState } from './dispute.ts'

// docs.stripe.com/api/disputes/object: an inquiry, whose status begins with `warning_`, holds no money.
test.each([
  [[], null],
  [['won'], null],
  [['prevented'], null],
  [['warning_needs_response', 'warning_under_review', 'warning_closed'], null],
  [['needs_response'], 'open'],
  [['under_review'], 'open'],
  [['appeal_needs_response'], 'open'],
  [['won', 'appeal_under_review'], 'open'],
  [['lost'], 'lost'],
  [['needs_response', 'lost'], 'lost'],
])('F41 M2: disputes %j about a payment: %s', (statuses, state) => {
  expect(disputeState(statuses)).toBe(state)
})
