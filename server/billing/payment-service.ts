import type { CheckoutSessionStatus } from '../../core/billing/checkout-session-status.ts'
import type { PaymentState } from '../../core/billing/entitlement.ts'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import type { PriceName } from '../../core/plans/plan-card.ts'

/** What we ask of the payment service; stripe-gateway.ts is the one that asks. */
export interface PaymentService {
  createCustomer(user: { id: string; email: string }, idempotencyKey: string): Promise<string>
  /** False for one that was deleted, or that belongs to another key (test and live mixed up). */
  hasCustomer(customerId: string): Promise<boolean>
  readState(customerId: string): Promise<PaymentState>
  /** Who made a payment; null when it is not known here. */
  readPayer(paymentId: string): Promise<string | null>
  openCheckout(order: CheckoutOrder): Promise<OpenCheckout>
  readCheckout(sessionId: string): Promise<CheckoutReport | null>
  /** Afterwards it can no longer be paid, or it has been paid already: then false. */
  expireCheckout(sessionId: string): Promise<boolean>
  /** A page that was opened under a hold and that we may never have heard of. */
  findCheckoutOfHold(customerIds: string[], holdId: string): Promise<string | null>
  openPortal(customerId: string, returnUrl: string): Promise<string>
  /** What is left of the paid month goes back, also when it was paid after the end. Safe to repeat. */
  cancelNow(subscriptionId: string, unused: 'credit' | 'refund'): Promise<void>
  /** All of it, once, however often it is asked. */
  refund(paymentId: string): Promise<void>
  priceIds(): Promise<Record<PriceName, string>>
  verifyEvent(rawBody: string, signature: string): PaymentEvent
  readEvent(eventId: string): Promise<PaymentEvent>
}

export interface CheckoutOrder {
  userId: string
  customerId: string
  plan: PaidPlanId
  price: PriceName
  /** Its id makes sure that there is one page per seat, however often it is asked for. */
  hold: { id: string; takenAt: Date } | null
  trialDays: number
  successUrl: string
  cancelUrl: string
}

interface OpenCheckout {
  id: string
  url: string
  expiresAt: Date
}

export interface CheckoutReport {
  status: CheckoutSessionStatus
  userId: string | null
  customerId: string | null
  stripePriceId: string | null
}

export interface PaymentEvent {
  id: string
  type: string
  createdAt: Date
  customerId: string | null
  /** Refunds and disputes name the payment and not the customer. */
  paymentId: string | null
}
