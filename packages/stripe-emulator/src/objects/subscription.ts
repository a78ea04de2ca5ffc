import { type Price, planOf } from './catalogue.ts'
import { type Metadata, wholeList } from './common.ts'
import { newId } from './new-id.ts'

export type SubscriptionStatus =
  | 'active'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'trialing'
  | 'unpaid'

export type BillingMode = 'classic' | 'flexible'

/** `1 month`, `1 year`: one for each recurring price. */
export function intervalsOf(prices: Price[]): string[] {
  return prices.flatMap(({ recurring }) =>
    recurring ? [`${recurring.interval_count} ${recurring.interval}`] : [],
  )
}

export type SubscriptionItem = ReturnType<typeof newSubscriptionItem>

function newSubscriptionItem(
  now: number,
  input: { subscription: string; price: Price; quantity: number; periodEnd: number },
) {
  return {
    id: newId('si', 14),
    object: 'subscription_item' as const,
    billing_thresholds: null,
    created: now,
    current_period_end: input.periodEnd,
    current_period_start: now,
    current_trial: null,
    discounts: [] as string[],
    metadata: {},
    plan: planOf(input.price),
    price: input.price,
    quantity: input.quantity,
    subscription: input.subscription,
    tax_rates: [],
  }
}

export type Subscription = ReturnType<typeof newSubscription>

export const periodEnds = ({ items }: Subscription) => items.data.map((item) => item.current_period_end)

export function newSubscription(
  now: number,
  input: {
    customer: string
    currency: string
    items: { price: Price; quantity: number; periodEnd: number }[]
    status: SubscriptionStatus
    trialEnd: number | null
    billingMode: BillingMode
    paymentMethod: string | null
    automaticTax?: boolean
    metadata: Metadata
    description: string | null
  },
) {
  const id = newId('sub')
  const items = input.items.map((item) => newSubscriptionItem(now, { ...item, subscription: id }))
  return {
    id,
    object: 'subscription' as const,
    application: null,
    application_fee_percent: null,
    automatic_tax: {
      disabled_reason: null,
      enabled: input.automaticTax ?? false,
      liability: input.automaticTax ? { type: 'self' } : null,
    },
    billing_cycle_anchor: input.trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible: input.billingMode === 'flexible' ? { proration_discounts: 'included' } : null,
      type: input.billingMode,
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null as number | null,
    cancel_at_period_end: false,
    canceled_at: null as number | null,
    cancellation_details: {
      comment: null as string | null,
      feedback: null as string | null,
      feedback_option: null,
      reason: null as string | null,
    },
    collection_method: 'charge_automatically',
    created: now,
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: input.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: input.description,
    discounts: [] as string[],
    ended_at: null as number | null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: wholeList(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: input.status,
    test_clock: null,
    transfer_data: null,
    trial_end: input.trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: input.trialEnd === null ? null : now,
  }
}
