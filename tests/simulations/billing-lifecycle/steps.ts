import type { cards } from '@fairseat/stripe-emulator/testing'

export const cardNames = [
  'pays',
  'declines',
  'failsWhenCharged',
  'isDisputed',
  'refundFails',
  'debitPays',
  'debitBounces',
  'konbini',
  'bankTransfer',
] as const satisfies (keyof typeof cards)[]
export type Card = (typeof cardNames)[number]

/** What may go wrong while our server handles a request; at most one thing per step. */
export type Trouble =
  | { killedAt: number }
  | { cutAt: number }
  | { fault: 'status 500' | 'garbage' | 'hang-up'; when: 'before' | 'after'; path: string; times: number }
  /** The payment service does not do it, and says so: as a refund without the balance for it. */
  | { refuses: string; times: number }
  /** `isDelivered`: what it causes, and whatever else waits, reaches another process before ours goes on. */
  | { paysAt: number; card: Card; isDelivered: boolean }
  /** So many calls at once are handled, the others get 429 for a while. */
  | { tooManyAbove: number }
  /** From this moment on the payment service does not respond in time; what was requested happens later. */
  | { silentFrom: number }

export type PaidPlan = 'monthly' | 'lifetime'

export type Step =
  | { do: 'checkout'; plan: PaidPlan; trouble?: Trouble | undefined }
  | { do: 'checkout twice'; plans: [PaidPlan, PaidPlan] }
  | { do: 'pay'; card: Card }
  | { do: 'pay an old page'; card: Card }
  | { do: 'page expires' }
  | { do: 'return'; trouble?: Trouble | undefined }
  /** The end of a debit, voucher or bank transfer. */
  | { do: 'settle'; outcome: 'succeeded' | 'failed' | 'expired' }
  | {
      do: 'portal'
      what: 'cancel' | 'cancel at its end' | 'resume' | 'cancel now' | 'trial ends' | 'new card'
    }
  | { do: 'refund'; part: boolean }
  /** The newest one, ours or the operator's, does not reach the buyer's account. */
  | { do: 'refund fails' }
  | { do: 'dispute'; outcome?: 'won' | 'lost' | undefined }
  | { do: 'delete customer' }
  /** In examples: what the account leaves behind at the payment service is nobody’s. Refused while something is charged. */
  | { do: 'delete account and sign up again' }
  /** In examples: whatever became of its refund, what a lifetime replaced is charged no more. */
  | { do: 'find no subscription running' }
  /** The operator sells the same customer something else. */
  | { do: 'unrelated'; what: 'subscription' | 'payment'; card: 'pays' | 'isDisputed' }
  | { do: 'prices change'; monthly: number; lifetime: number }
  /** While it is deleted nothing is delivered, and what happens meanwhile never will be. */
  | { do: 'webhook endpoint'; is: 'deleted' | 'created' }
  | { do: 'back up' }
  /** `reconciles`: the operator does at once what the documentation says, or only at the end. */
  | { do: 'restore'; reconciles: boolean }
  /** From the test key to the live one, or back. */
  | { do: 'key changes' }
  | { do: 'time passes'; seconds: number }
  | { do: 'deliver'; share: number; seed: number; atOnce: boolean; trouble?: Trouble | undefined }
  | { do: 'run-jobs'; trouble?: Trouble | undefined }
  | { do: 'restart' }

export interface Lifecycle {
  unused: 'credit' | 'refund'
  /** What the payment service makes of a subscription when the last try of a renewal has failed. */
  afterRetries: 'cancel' | 'unpaid'
  /** When it tries again: within three weeks, or so late that more months fall due meanwhile. */
  retries: 'soon' | 'late'
  /** Its pages were made by a version of ours that offered bank transfers. */
  offersTransfers: boolean
  /** How long a debit takes, and a refund that fails. */
  debitSeconds: number
  /** Between the events of one action; at Stripe they may also share a second. */
  eventSpacingSeconds: number
  /** How what was not delivered reaches us: all of it, one event of it and no other road, or none and an operator reconciles. */
  end: 'delivered' | 'one event' | 'reconciled'
  seed: number
  steps: Step[]
}
