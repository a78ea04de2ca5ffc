import type { Price, Product } from '../objects/catalogue.ts'
import type { BalanceTransaction, Charge } from '../objects/charge.ts'
import type { CheckoutSession, SessionPlan } from '../objects/checkout-session.ts'
import type { BalanceEntry, Customer } from '../objects/customer.ts'
import type { Coupon, Discount, PromotionCode } from '../objects/discount.ts'
import type { Invoice, InvoicePayment } from '../objects/invoice.ts'
import type { Delivery, StripeEvent, WebhookEndpoint } from '../objects/notification.ts'
import type { PaymentIntent, PaymentMethod } from '../objects/payment.ts'
import type { PortalConfiguration, PortalSession } from '../objects/portal.ts'
import type { CreditNote, Dispute, Refund } from '../objects/reversal.ts'
import type { Subscription } from '../objects/subscription.ts'

/** Something that happens by itself at a moment of the emulator's clock. */
export interface Job {
  id: string
  at: number
  kind:
    | 'expire-session'
    | 'period-end'
    | 'trial-will-end'
    | 'cancel-subscription'
    | 'expire-incomplete'
    | 'finalize-invoice'
    | 'retry-invoice'
    | 'settle-payment'
    | 'settle-refund'
    | 'open-dispute'
    | 'lose-dispute'
  target: string
}

/** The response to a request with an idempotency key, kept for a day of the emulator's clock. */
interface StoredResponse {
  id: string
  fingerprint: string
  status: number
  body: unknown
  requestId: string
  storedMs: number
}

export interface Tables {
  customers: Customer
  balance_entries: BalanceEntry
  products: Product
  prices: Price
  /** What a price costs in other currencies than its own. */
  price_currencies: { id: string; amounts: Record<string, number> }
  sessions: CheckoutSession
  session_plans: SessionPlan
  subscriptions: Subscription
  invoices: Invoice
  invoice_payments: InvoicePayment
  payment_methods: PaymentMethod
  /** The number behind a payment method decides how it behaves. */
  card_numbers: { id: string; number: string }
  payment_intents: PaymentIntent
  charges: Charge
  balance_transactions: BalanceTransaction
  refunds: Refund
  disputes: Dispute
  credit_notes: CreditNote
  coupons: Coupon
  promotion_codes: PromotionCode
  discounts: Discount
  events: StripeEvent
  endpoints: WebhookEndpoint
  /** Sent once, in the response to the endpoint's creation. */
  endpoint_secrets: { id: string; secret: string }
  deliveries: Delivery
  portal_configurations: PortalConfiguration
  portal_sessions: PortalSession
  answers: StoredResponse
  jobs: Job
  settings: { id: 'clock'; offsetSeconds: number }
}

export type TableName = keyof Tables
