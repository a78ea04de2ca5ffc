import type { Price } from './catalogue.ts'
import type { Address, Metadata } from './common.ts'
import { newId } from './new-id.ts'
import type { BillingMode } from './subscription.ts'

export type LineItem = ReturnType<typeof newLineItem>

export function newLineItem(
  price: Price,
  quantity: number,
  description: string,
  { currency, unitAmount }: { currency: string; unitAmount: number },
) {
  const amount = unitAmount * quantity
  return {
    id: newId('li'),
    object: 'item' as const,
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description,
    metadata: {} as Metadata,
    price,
    quantity,
  }
}

/** What a session was asked to make and does not show; kept beside it under the same id. */
export interface SessionPlan {
  id: string
  lineItems: LineItem[]
  trialEnd: number | null
  trialDays: number | null
  subscriptionMetadata: Metadata
  subscriptionDescription: string | null
  billingMode: BillingMode
  paymentMetadata: Metadata
  paymentDescription: string | null
  receiptEmail: string | null
  setupFutureUsage: 'off_session' | 'on_session' | null
  /** The code that the buyer gave. */
  promotionCode: string | null
  /** Whether the buyer's address becomes the customer's. */
  savesAddress: boolean
  /** A card that waits for the buyer's confirmation at "their bank". */
  authenticating: { card: string; country: string; email: string; taxId: string } | null
}

interface CustomerDetails {
  address: Address | null
  business_name: null
  email: string | null
  individual_name: null
  name: string | null
  phone: string | null
  tax_exempt: string
  tax_ids: { type: string; value: string | null }[]
}

/** What the pages show of them. */
export interface BrandingSettings {
  border_style?: 'pill' | 'rectangular' | 'rounded' | undefined
  button_color?: string | undefined
  display_name?: string | undefined
  logo?: { type: 'url'; url: string } | undefined
}

export type CheckoutSession = ReturnType<typeof newCheckoutSession>

export function newCheckoutSession(
  now: number,
  input: {
    mode: 'payment' | 'subscription'
    amount: number
    currency: string
    customer?: string | undefined
    customer_creation: string | null
    invoiceCreation: ReturnType<typeof newInvoiceCreation>
    customer_email?: string | undefined
    client_reference_id?: string | undefined
    metadata: Metadata
    success_url: string
    cancel_url?: string | undefined
    expires_at: number
    locale?: string | undefined
    submit_type?: string | undefined
    billing_address_collection?: string | undefined
    branding_settings?: BrandingSettings | undefined
    allow_promotion_codes?: boolean | undefined
    automatic_tax?: { enabled: boolean } | undefined
    tax_id_collection?: { enabled: boolean } | undefined
    payment_method_collection?: string | undefined
    allowed_payment_method_types?: string[] | undefined
    excluded_payment_method_types?: string[] | undefined
    payment_method_types: string[]
    adaptive_pricing?: { enabled?: boolean | undefined } | undefined
    publicUrl: string
  },
) {
  const id = newId('cs_test', 58)
  const isTaxed = input.automatic_tax?.enabled ?? false
  return {
    id,
    object: 'checkout.session' as const,
    // Like an account whose dashboard has it on. Amounts are never converted here.
    adaptive_pricing: { enabled: input.adaptive_pricing?.enabled ?? true },
    after_expiration: null,
    allow_promotion_codes: input.allow_promotion_codes ?? null,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    amount_subtotal: input.amount,
    amount_total: input.amount,
    automatic_tax: {
      enabled: isTaxed,
      liability: isTaxed ? { type: 'self' } : null,
      provider: isTaxed ? 'stripe' : null,
      status: (isTaxed ? 'requires_location_inputs' : null) as 'complete' | 'requires_location_inputs' | null,
    },
    billing_address_collection: input.billing_address_collection ?? null,
    ...(input.branding_settings && { branding_settings: input.branding_settings }),
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: input.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: (input.customer ?? null) as string | null,
    customer_account: null,
    customer_creation: input.customer_creation,
    customer_details: null as CustomerDetails | null,
    customer_email: input.customer_email ?? null,
    discounts: [] as { coupon: string | null; promotion_code: string | null }[],
    ...(input.excluded_payment_method_types && {
      excluded_payment_method_types: input.excluded_payment_method_types,
    }),
    expires_at: input.expires_at,
    integration_identifier: null,
    invoice: null as string | null,
    invoice_creation: input.mode === 'payment' ? input.invoiceCreation : null,
    livemode: false,
    locale: input.locale ?? null,
    managed_payments: null,
    metadata: input.metadata,
    mode: input.mode,
    origin_context: null,
    payment_intent: null as string | null,
    payment_link: null,
    payment_method_collection:
      input.payment_method_collection ?? (input.mode === 'payment' ? 'if_required' : 'always'),
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: input.payment_method_types,
    payment_status: 'unpaid' as 'unpaid' | 'paid' | 'no_payment_required',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open' as 'open' | 'complete' | 'expired',
    submit_type: input.submit_type ?? null,
    subscription: null as string | null,
    success_url: input.success_url,
    ...(input.tax_id_collection?.enabled && { tax_id_collection: { enabled: true, required: 'never' } }),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${input.publicUrl}/c/pay/${id}` as string | null,
    wallet_options: null,
  }
}

export const newInvoiceCreation = (enabled: boolean, metadata: Metadata) => ({
  enabled,
  invoice_data: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: null,
    metadata,
    rendering_options: null,
  },
})
