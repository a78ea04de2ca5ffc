import {
  type AmountTerms,
  discountAmounts,
  type LineAmounts,
  lineAmounts,
  sumOf,
  taxesOf,
} from './amounts.ts'
import type { Price } from './catalogue.ts'
import type { Metadata } from './common.ts'
import type { Customer } from './customer.ts'
import { newId } from './new-id.ts'
import type { Subscription, SubscriptionItem } from './subscription.ts'

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual'

export interface LineInput {
  /** Null for a one-time price beside the recurring ones. */
  item: SubscriptionItem | null
  price: Price
  quantity: number
  amount: number
  description: string
  periodStart: number
  periodEnd: number
  proration: boolean
}

function newInvoiceLine(
  subscription: Subscription | null,
  invoice: string,
  input: LineInput,
  amounts: LineAmounts,
  terms: AmountTerms,
) {
  const { item, price, quantity } = input
  return {
    id: newId('il'),
    object: 'line_item' as const,
    amount: input.amount,
    currency: price.currency,
    description: input.description,
    discount_amounts: discountAmounts(amounts.discount, terms),
    discountable: !input.proration,
    discounts: [] as string[],
    invoice,
    livemode: false,
    metadata: subscription?.metadata ?? {},
    parent: {
      invoice_item_details: item
        ? null
        : {
            invoice_item: newId('ii'),
            proration: false,
            proration_details: { credited_items: null },
            subscription: subscription?.id ?? null,
          },
      subscription_item_details: item && {
        invoice_item: null,
        proration: input.proration,
        proration_details: { credited_items: null },
        subscription: subscription?.id ?? null,
        subscription_item: item.id,
      },
      type: item ? 'subscription_item_details' : 'invoice_item_details',
    },
    period: { end: input.periodEnd, start: input.periodStart },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription?.id ?? null,
    subtotal: input.amount,
    taxes: taxesOf(amounts, isInclusive(input), terms),
  }
}

const isInclusive = ({ price }: LineInput) => price.tax_behavior === 'inclusive'

export type Invoice = ReturnType<typeof newInvoice>

interface FinalizationError {
  type: string
  code: string
  message: string
}

/** A draft: it has no number, and the credit of the customer is used up only when it is finalized. */
export function newInvoice(
  now: number,
  input: {
    customer: Customer
    /** Null for the invoice of a payment that was made once. */
    subscription: Subscription | null
    currency: string
    metadata?: Metadata
    reason: BillingReason
    lines: LineInput[]
    periodStart: number
    periodEnd: number
    /** Null when nothing finalizes it by itself. */
    finalizesAt: number | null
    terms: AmountTerms
  },
) {
  const id = newId('in')
  const { customer, subscription, terms } = input
  const amounts = lineAmounts(
    input.lines.map((line) => ({
      amount: line.amount,
      isInclusive: isInclusive(line),
      isDiscountable: !line.proration,
    })),
    terms,
  )
  const amountsOf = (index: number) => amounts[index] ?? { discount: 0, tax: 0, taxable: 0, total: 0 }
  const lines = input.lines.map((line, index) =>
    newInvoiceLine(subscription, id, line, amountsOf(index), terms),
  )
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const total = sumOf(amounts, 'total')
  const taxable = sumOf(amounts, 'taxable')
  const isAllInclusive = input.lines.every(isInclusive)
  const whole = { discount: sumOf(amounts, 'discount'), tax: sumOf(amounts, 'tax'), taxable, total }
  const due = Math.max(0, total + customer.balance)
  return {
    id,
    object: 'invoice' as const,
    account_country: 'US',
    account_name: 'Emulator',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: input.finalizesAt !== null,
    automatic_tax: {
      disabled_reason: null,
      enabled: terms.taxPercent !== null,
      liability: terms.taxPercent === null ? null : { type: 'self' },
      provider: terms.taxPercent === null ? null : 'stripe',
      status: terms.taxPercent === null ? null : 'complete',
    },
    automatically_finalizes_at: input.finalizesAt,
    billing_reason: input.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: input.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: terms.discount?.id ? [terms.discount.id] : [],
    due_date: null,
    effective_at: null as number | null,
    ending_balance: null as number | null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null as string | null,
    invoice_pdf: null as string | null,
    issuer: { type: 'self' },
    last_finalization_error: null as FinalizationError | null,
    latest_revision: null,
    lines: { object: 'list' as const, data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: input.metadata ?? {},
    next_payment_attempt: null as number | null,
    number: null as string | null,
    on_behalf_of: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: input.periodEnd,
    period_start: input.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft' as 'draft' | 'open' | 'paid' | 'uncollectible' | 'void',
    status_transitions: {
      finalized_at: null as number | null,
      marked_uncollectible_at: null as number | null,
      paid_at: null as number | null,
      voided_at: null as number | null,
    },
    subtotal,
    subtotal_excluding_tax: taxable + whole.discount,
    test_clock: null,
    total,
    total_discount_amounts: discountAmounts(whole.discount, terms),
    total_excluding_tax: taxable,
    total_pretax_credit_amounts: [],
    total_taxes: taxesOf(whole, isAllInclusive, terms),
    webhooks_delivered_at: null as number | null,
  }
}

export type InvoicePayment = ReturnType<typeof newInvoicePayment>

export function newInvoicePayment(now: number, invoice: Invoice, paymentIntent: string) {
  return {
    id: newId('inpay'),
    object: 'invoice_payment' as const,
    amount_paid: null as number | null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: 'payment_intent' },
    status: 'open' as 'open' | 'paid' | 'canceled',
    status_transitions: { canceled_at: null as number | null, paid_at: null as number | null },
  }
}
