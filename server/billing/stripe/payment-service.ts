import type { PaymentRecords } from '../../../core/billing/billing-documents.ts'
import type { CheckoutSessionStatus } from '../../../core/billing/checkout-session-status.ts'
import type { PaymentPage } from '../../../core/billing/contract.ts'
import type { LifetimePayment, PaymentState } from '../../../core/billing/entitlement.ts'
import type { ListedPurchase } from '../../../core/billing/is-as-recorded.ts'
import type { NewPrice, SubscribedPrice } from '../../../core/billing/price-move.ts'
import type { RefundObstacle } from '../../../core/billing/refund-obstacle.ts'
import type { PaidPeriod, RefundablePayment } from '../../../core/billing/unused-amount.ts'
import type { PaidPlanId, SubscriptionPlanId } from '../../../core/plans/plan.ts'
import type { PriceKey } from '../../../core/plans/plan-card.ts'

/** `isNew`: this call made it; one that an earlier call made may have bought something since. */
interface CreatedCustomer {
  id: string
  isNew: boolean
}

/** What is called at Stripe, by `createStripeGateway`. It translates and decides nothing. */
export interface PaymentService {
  /** Whether the key moves real money. */
  livemode: boolean
  /** The account that the key belongs to; null when the key may not read it. */
  readAccount(): Promise<string | null>
  /** Null when an earlier call with the key failed, which Stripe repeats for a day: another key is needed. */
  createCustomer(user: { id: string; email: string }, idempotencyKey: string): Promise<CreatedCustomer | null>
  /** Of the newest hundred drafts, the renewals that Stripe cannot make final: nothing is charged for them until the operator mends it. */
  listStuckInvoices(): Promise<{ id: string; reason: string }[]>
  /** The user whom a customer of ours was made for; null for others, and for one that was deleted. */
  readCustomerUser(customerId: string): Promise<string | null>
  /** Whether it has subscribed to one of our prices, ended ones included. */
  hasOurPrice(customerId: string): Promise<boolean>
  /** The user's account was deleted. Safe to repeat. */
  removeCustomerUser(customerId: string): Promise<void>
  /** The customers that carry a user's id of ours, the newest first; all of them, or those among the newest `most`. */
  listCustomers(most?: number): AsyncIterable<{ customerId: string; userId: string }>
  /** With free lifetimes that were listed before, these are not read again. */
  readState(customerId: string, freeLifetimes?: LifetimePayment[]): Promise<PaymentState>
  /** Who made a payment; null when it is not known here. */
  readPayer(paymentId: string): Promise<string | null>
  /**
   * However often it is called with the same order, there is one session. `customer-gone`: deleted, or of another key.
   * `in-use`: an earlier call with the same order hangs or failed at Stripe; a new order is needed.
   */
  createCheckoutSession(order: CheckoutOrder): Promise<CreatedCheckoutSession | 'customer-gone' | 'in-use'>
  readCheckoutSession(checkoutSessionId: string): Promise<CheckoutReport | null>
  /** All of a customer, in one call. */
  listCheckoutSessions(customerId: string): Promise<CheckoutList>
  /** Whether a bank has ever asked about one of their payments. */
  hasDisputes(customerIds: string[]): Promise<boolean>
  /** Afterwards it can no longer be paid, or it has been paid already: then false. */
  expireCheckoutSession(checkoutSessionId: string): Promise<boolean>
  openPortal(customerId: string, returnUrl: string, language: string): Promise<PaymentPage>
  /** Stripe's page where a subscriber confirms the change to another price, and sees what is due first. */
  openPlanSwitch(order: PlanSwitchOrder): Promise<PaymentPage>
  /** Stripe's page of the newest payment that went through; null when there is none. */
  findReceipt(customerIds: string[]): Promise<PaymentPage | null>
  /** Invoices and charges, also those of a customer whose subscriptions have ended. */
  readPaymentRecords(customerIds: string[]): Promise<PaymentRecords>
  /**
   * With `credit` Stripe adds the unused part of the paid period to the customer's balance. Safe to repeat. Null for one that
   * this key does not know.
   */
  cancelSubscription(
    subscriptionId: string,
    options: { credit: boolean },
  ): Promise<CancelledSubscription | null>
  /** What the next renewal will take, after tax, discounts and credit. Null when there will be none. */
  readNextCharge(subscriptionId: string): Promise<Amount | null>
  /** What is to be paid for it and could not be charged. Null when nothing is. */
  readUnpaid(subscriptionId: string): Promise<Amount | null>
  /** All subscriptions of ours that are not over. */
  listSubscribedPrices(): AsyncIterable<SubscribedPrice>
  /** Null for one that is over, or not known here. */
  readSubscribedPrice(subscriptionId: string): Promise<SubscribedPrice | null>
  /** Today's price of a month, and of a year where one is sold. */
  readSubscriptionPrices(): Promise<NewPrice[]>
  /** From the next renewal on; what is paid stays as it is. Safe to repeat. */
  changePrice(subscriptionId: string, from: string, to: string): Promise<void>
  /** Takes the credit that a subscription has left on the balance of its customer away, once. */
  takeBackCredit(subscriptionId: string): Promise<void>
  /** At most once for each key, unless Stripe reported that it failed. */
  refund(order: RefundOrder): Promise<RefundResult>
  prices(): Promise<CheckoutPrices>
  verifyEvent(rawBody: Uint8Array, signature: string): PaymentEvent
  readEvent(eventId: string): Promise<PaymentEvent>
  /** Those that are of use here, oldest first. */
  listEvents(range: { since: Date; until: Date | null }): Promise<PaymentEvent[]>
  /** Of the refunds made since then that carry a key of ours, those that could not be paid out. */
  listFailedRefunds(since: Date): Promise<FailedRefund[]>
}

export interface FailedRefund {
  key: string
  paymentId: string
  amountMinor: number
}

/** A year only where the catalogue sells it. */
export type CheckoutPrices = Record<Exclude<PriceKey, 'yearly'>, StripePrice> & { yearly?: StripePrice }

export interface StripePrice {
  stripePriceId: string
  /** By currency. */
  amountsMinor: Readonly<Record<string, number>>
}

export interface Amount {
  amountMinor: number
  currency: string
}

export interface CheckoutOrder {
  /** The idempotency key. */
  attemptId: string
  userId: string
  customerId: string
  plan: PaidPlanId
  stripePriceId: string
  /** Null: that of the price. */
  currency: string | null
  holdId: string | null
  /** Nothing that settles days later. */
  cardOnly?: boolean
  trialDays: number
  /** When the attempt was stored: a repeated call is the same call only with the same end. */
  createdAt: Date
  /** Null: Stripe takes the one of the browser. */
  language: string | null
  successUrl: string
  cancelUrl: string
}

interface PlanSwitchOrder {
  customerId: string
  subscriptionId: string
  stripePriceId: string
  returnUrl: string
  language: string
}

export interface CreatedCheckoutSession {
  id: string
  /** Null when the session is over. */
  url: PaymentPage | null
  expiresAt: Date
}

export interface CheckoutReport {
  status: CheckoutSessionStatus
  userId: string | null
  isCustomerDeleted: boolean
  /** The subscription or the payment that it led to; without either it stands for what a code made free. */
  purchaseId: string
}

export interface CheckoutList {
  reports: (CheckoutReport & { id: string })[]
  /** What was bought on them. */
  purchases: ListedPurchase[]
  /** A code made the total zero: there is no payment, and the Checkout Session stands for it. */
  freeLifetimes: LifetimePayment[]
}

export interface CancelledSubscription {
  customerId: string | null
  plan: SubscriptionPlanId
  currency: string
  /** It had been before this call. */
  wasCancelled: boolean
  /** The last invoice was paid after the end: some ways of paying take days. */
  isPaidAfterEnd: boolean
  /** The money of a debit or a voucher for it may still come. */
  isPaymentPending: boolean
  /** Its unused part is on the customer's balance. */
  isCredited: boolean
  /** What was paid for the last period; null when nothing was, or it has no end yet. */
  lastPeriod: LastPeriod | null
  /** What earlier invoices have billed of it, or of periods that went on, as after a change in the middle. */
  earlierPeriods: LastPeriod[]
  /** What else was paid since the payment service had ended it unpaid. */
  earlierLate: LastPeriod[]
}

export interface LastPeriod {
  invoiceId: string
  paid: PaidPeriod[]
  endedAt: Date
  /** Before, by the operator or the bank, of the payment for this period; without the refund of what was not used. */
  refundedMinor: number
  /** Of this period and, where credit has paid for a part, of earlier ones; the newest first. */
  payments: RefundablePayment[]
}

export interface RefundOrder {
  key: string
  paymentId: string
  /** Stored before the call. Null: what is left of the payment, so that a repeated call is the same call. */
  amountMinor: number | null
}

/** `refunded`: with this key, so much; nothing where the payment had been given back otherwise. */
export type RefundResult = { status: 'refunded'; isNew: boolean; amountMinor: number } | RefundObstacle

export interface PaymentEvent {
  id: string
  type: string
  createdAt: Date
  customerId: string | null
  /** Refunds and disputes name the payment and not the customer. */
  paymentId: string | null
  /** Of our own metadata. */
  userId: string | null
  /** Of our own that Stripe could not pay out. */
  failedRefund: { key: string; amountMinor: number } | null
}
