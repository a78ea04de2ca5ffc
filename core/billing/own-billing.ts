import type { PlanId } from '../plans/plan.ts'

/** Money that is on its way, as its payer's browser gets it. */
export interface PendingPayment {
  plan: PlanId
  amount: string
  since: string
  /** The payment service's name of it, such as `sepa_debit`. */
  method: string
}

/** What the account and the page after paying show of somebody's own purchases. */
export const ownBillingPath = '/api/billing'

export interface OwnBilling {
  lifetime?: OwnLifetime
  /** The newest lifetime that was taken back, for one who has none. */
  revoked?: { amount: string; at: string; reason: 'refund' | 'dispute' | 'no-seat' }
  /** The monthly subscription that the lifetime has replaced. */
  replaced?: { endedAt: string; returned: ReturnedAmount }
}

interface OwnLifetime {
  amount: string
  paidAt: string
  /** Only of one that was sold by seats. */
  seat?: { number: number; cap: number }
}

/** What went back for the rest of a month that was paid: to the card, or to the customer's balance. */
type ReturnedAmount = { to: 'card'; amount: string } | { to: 'balance' } | { to: 'nobody' }

/** Where to ask for the address of Stripe's page of the newest payment. */
export const receiptPath = '/api/stripe/receipt'
