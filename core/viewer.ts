import type { PendingPayment } from './billing/contract.ts'
import type { OwnSubscription } from './billing/own-subscription.ts'
import type { PlanId } from './plans/plan.ts'

/** Who looks at the page. `plan: null` is a signed-in viewer whose plan is not known. */
export type Viewer = { status: 'loading' } | { status: 'signed-out' } | SignedIn

export interface SignedIn {
  status: 'signed-in'
  plan: PlanId | null
  subscription?: OwnSubscription
  pending?: PendingPayment
  /** There is no other trial for them. */
  hadTrial?: true
}

export const signedOut: Viewer = { status: 'signed-out' }
