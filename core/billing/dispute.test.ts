import { expect, test } from 'vitest'
import { disputeState } from './dispute.ts'

// docs.stripe.com/api/disputes/object: an inquiry, whose status begins with `warning_`, holds no money.
// docs.stripe.com/disputes/prevention: a dispute is prevented by blocking it, or by a rule that resolves it with a refund.
test.each([
  [[], null],
  [['won'], null],
  [['prevented'], null],
  [['warning_needs_response', 'warning_under_review', 'warning_closed'], null],
  [['needs_response'], 'open'],
  [['under_review'], 'open'],
  [['appeal_needs_response'], 'open'],
  [['won', 'appeal_under_review'], 'open'],
  [['prevented block'], null],
  [['prevented resolution'], 'lost'],
  [['lost'], 'lost'],
  [['needs_response', 'lost'], 'lost'],
])('F41 M2: disputes %j about a payment: %s', (statuses, state) => {
  expect(
    disputeState(
      statuses.map((each) => {
        const [status = '', caseType = null] = each.split(' ')
        return { status, caseType }
      }),
    ),
  ).toBe(state)
})
