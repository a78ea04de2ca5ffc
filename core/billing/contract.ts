import type { GetPath, NoFields, PostPath } from '../api-path.ts'
import type { PaidPlanId, PlanId, SubscriptionPlanId } from '../plans/plan.ts'
import type { DocumentStatus } from './billing-documents.ts'
import type { OwnSubscription } from './own-subscription.ts'

export interface CheckoutRequest {
  plan: PaidPlanId
  /** Where there are several: the one that the page shows. */
  currency?: string | undefined
}

declare const checked: unique symbol
/** A page of the payment service; server/http/destination.ts makes it. */
export type PaymentPage = string & { readonly [checked]: 'payment' }

/** Where the browser goes. */
export interface RedirectResponse {
  url: PaymentPage
}

export interface CheckoutStatus {
  /** `refunded`: the money came when no seat was left. `ended`: the plan is over, or what was paid for it went back. */
  status: 'processing' | 'paid' | 'unpaid' | 'refunded' | 'ended'
  plan: PlanId
  /** With `processing`, once it is known how the money comes. */
  pending?: PendingPayment
}

export interface SubscriptionResponse {
  /** Null without a session. */
  plan: PlanId | null
  subscription?: OwnSubscription
  pending?: PendingPayment
  /** Their trial, if they had one, was the only one. */
  hadTrial?: true
}

/** Money that is on its way, as its payer's browser gets it. */
export interface PendingPayment {
  plan: PlanId
  amount: string
  since: string
  /** The payment service's name of it, such as `sepa_debit`. */
  method: string
}

/** What the account and the page after paying show of somebody's own purchases. */
export interface OwnBilling {
  lifetime?: OwnLifetime
  /** The newest lifetime that was taken back, for one who has none. */
  revoked?: { amount: string; at: string; reason: 'refund' | 'dispute' | 'oversold' }
  /** The subscription that the lifetime has replaced. */
  replaced?: { plan: SubscriptionPlanId; endedAt: string; returned: ReturnedAmount }
  /** It is about to be ended, or its refund to be made; ask again for what went back. */
  isReplacing?: true
  /** Of a subscriber who was told of another price: the amount from the first renewal after this moment on. */
  priceChange?: {
    amount: string
    after: string
    /** What the amount is without. */
    isTaxAdded?: true
    hasDiscount?: true
  }
  /** Whether a mail comes before the access ends. */
  reminders?: boolean
}

export interface RemindersRequest {
  reminders: boolean
}

interface OwnLifetime {
  amount: string
  paidAt: string
  /** Only of one that was sold by seats. */
  seat?: { number: number; cap: number }
}

/** What went back for the rest of a period that was paid: to the card, or to the customer's balance. */
type ReturnedAmount = { to: 'card'; amount: string } | { to: 'balance' } | { to: 'nobody' }

/** An invoice or a receipt, as its payer's browser gets it. */
export interface OwnDocument {
  id: string
  issuedAt: string
  amount: string
  status: DocumentStatus
  /** The payment service's pages. */
  invoiceUrl: string | null
  receiptUrl: string | null
}

export interface OwnDocuments {
  /** The newest first. */
  documents: OwnDocument[]
  /** For `?after`: there are older ones. */
  next: string | null
}

/** Rule M2: what its buyer may give back, and what they gave back last. */
export interface OwnGuarantee {
  offer?: {
    purchase: string
    plan: PaidPlanId
    amount: string
    /** At noon of the last day. */
    lastDay: string
  }
  withdrawal?: OwnWithdrawal
}

export interface OwnWithdrawal {
  plan: PaidPlanId
  amount: string
  requestedAt: string
}

/** Rule C1. */
export const createCheckoutPath: PostPath<CheckoutRequest, RedirectResponse> = '/api/stripe/create-checkout'
/** With `?session_id`. */
export const checkoutStatusPath: GetPath<CheckoutStatus> = '/api/stripe/checkout-status'
export const portalPath: PostPath<NoFields, RedirectResponse> = '/api/stripe/portal'
/** Where Stripe's events come in. */
export const webhookPath = '/api/stripe/webhook'
/** Stripe's page of the newest payment. */
export const receiptPath: PostPath<NoFields, RedirectResponse> = '/api/stripe/receipt'
export const ownBillingPath: GetPath<OwnBilling> = '/api/billing'
export const remindersPath: PostPath<RemindersRequest, RemindersRequest> = '/api/billing/reminders'
/** With `?user` and `?token`, in the header of a reminder. */
export const unsubscribePath = '/api/billing/unsubscribe'
/** Rule M1. With `?after` those that are older than this one. Null without a session. */
export const ownDocumentsPath: GetPath<OwnDocuments | null> = '/api/billing/documents'
/** Rule M2. 401 without a session. */
export const guaranteePath: GetPath<OwnGuarantee> = '/api/billing/guarantee'
/** Ends the plan at once and sends everything back. Repeated, it is the same withdrawal. */
export const withdrawPath: PostPath<{ purchase: string }, OwnWithdrawal> = '/api/billing/withdraw'
/** With `?refresh` the payment service is asked first. */
export const subscriptionPath: GetPath<SubscriptionResponse> = '/api/subscription'

/** The code of a refusal that ends by itself: `Retry-After` says when to ask again. */
export const seatBusyCode = 'network-busy'

/** The page asks again for so long. Of 50 seats, 45 people who click at once behind one address are all served within it. */
export const longestWaitMs = 30 * 60_000
