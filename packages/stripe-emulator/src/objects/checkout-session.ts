import type { Price } from './catalogue.ts'
import type { Address, Metadata } from './common.ts'
import { newId } from './new-id.ts'
import type { BillingMode } from './subscription.ts'

export interface LineItem {
  id: string
  object: 'item'
  adjustable_quantity: null
  amount_discount: number
  amount_subtotal: number
  amount_tax: number
  amount_total: number
  currency: string
  description: string
  metadata: Metadata
  price: Price
  quantity: number
}

export function newLineItem(
  price: Price,
  quantity: number,
  description: string,
  { currency, unitAmount }: { currency: string; unitAmount: number },
): LineItem {
  const amount = unitAmount * quantity
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description,
    metadata: {},
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
    customer: string | null
    customerCreation: string | null
    invoiceCreation: ReturnType<typeof newInvoiceCreation>
    customerEmail: string | null
    clientReferenceId: string | null
    metadata: Metadata
    successUrl: string | null
    cancelUrl: string | null
    expiresAt: number
    locale: string | null
    submitType: string | null
    billingAddressCollection: string | null
    brandingSettings: BrandingSettings | undefined
    allowPromotionCodes: boolean | null
    automaticTax: boolean
    taxIdCollection: boolean
    paymentMethodCollection: string | null
    allowedPaymentMethodTypes: string[] | null
    excludedPaymentMethodTypes: string[] | undefined
    paymentMethodTypes: string[]
    adaptivePricing: boolean
    publicUrl: string
  },
) {
  const id = newId('cs_test', 58)
  return {
    id,
    object: 'checkout.session' as const,
    // Like an account whose dashboard has it on. Amounts are never converted here.
    adaptive_pricing: { enabled: input.adaptivePricing },
    after_expiration: null,
    allow_promotion_codes: input.allowPromotionCodes,
    allowed_payment_method_types: input.allowedPaymentMethodTypes,
    amount_subtotal: input.amount,
    amount_total: input.amount,
    automatic_tax: {
      enabled: input.automaticTax,
      liability: input.automaticTax ? { type: 'self' } : null,
      provider: input.automaticTax ? 'stripe' : null,
      status: (input.automaticTax ? 'requires_location_inputs' : null) as
        | 'complete'
        | 'requires_location_inputs'
        | null,
    },
    billing_address_collection: input.billingAddressCollection,
    ...(input.brandingSettings && { branding_settings: input.brandingSettings }),
    cancel_url: input.cancelUrl,
    client_reference_id: input.clientReferenceId,
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
    customer: input.customer,
    customer_account: null,
    customer_creation: input.customerCreation,
    customer_details: null as CustomerDetails | null,
    customer_email: input.customerEmail,
    discounts: [] as { coupon: string | null; promotion_code: string | null }[],
    ...(input.excludedPaymentMethodTypes && {
      excluded_payment_method_types: input.excludedPaymentMethodTypes,
    }),
    expires_at: input.expiresAt,
    integration_identifier: null,
    invoice: null as string | null,
    invoice_creation: input.mode === 'payment' ? input.invoiceCreation : null,
    livemode: false,
    locale: input.locale,
    managed_payments: null,
    metadata: input.metadata,
    mode: input.mode,
    origin_context: null,
    payment_intent: null as string | null,
    payment_link: null,
    payment_method_collection:
      input.paymentMethodCollection ?? (input.mode === 'payment' ? 'if_required' : 'always'),
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: input.paymentMethodTypes,
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
    submit_type: input.submitType,
    subscription: null as string | null,
    success_url: input.successUrl,
    ...(input.taxIdCollection && { tax_id_collection: { enabled: true, required: 'never' } }),
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
