import { countryOnly, type Metadata } from './common.ts'
import { newId } from './new-id.ts'

export const paymentMethodTypes = [
  'card',
  'sepa_debit',
  'us_bank_account',
  'boleto',
  'oxxo',
  'konbini',
  'customer_balance',
] as const
export type PaymentMethodType = (typeof paymentMethodTypes)[number]

export function billingDetails(country: string | null, email: string | null, name: string | null) {
  return { address: countryOnly(country), email, name, phone: null, tax_id: null }
}

export type PaymentMethod = ReturnType<typeof newPaymentMethod>

export function newPaymentMethod(
  now: number,
  input: {
    type: PaymentMethodType
    number: string
    customer: string | null
    details: ReturnType<typeof billingDetails>
  },
) {
  const last4 = input.number.slice(-4)
  const { country } = input.details.address
  return {
    id: newId('pm'),
    object: 'payment_method' as const,
    allow_redisplay: 'limited',
    billing_details: input.details,
    created: now,
    customer: input.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: input.type,
    card: input.type === 'card' ? cardOf(last4, country) : undefined,
    sepa_debit: input.type === 'sepa_debit' ? debitOf(last4, country) : undefined,
    us_bank_account: input.type === 'us_bank_account' ? accountOf(last4) : undefined,
    boleto: input.type === 'boleto' ? { tax_id: '00000000000000' } : undefined,
    oxxo: input.type === 'oxxo' ? {} : undefined,
    konbini: input.type === 'konbini' ? {} : undefined,
    customer_balance: input.type === 'customer_balance' ? {} : undefined,
  }
}

function cardOf(last4: string, country: string | null) {
  return {
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country,
    display_brand: 'visa',
    exp_month: 12,
    exp_year: 2034,
    fingerprint: `emulator${last4}`,
    funding: 'credit',
    generated_from: null,
    last4,
    networks: { available: ['visa'], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

function debitOf(last4: string, country: string | null) {
  return {
    bank_code: '37040044',
    branch_code: '',
    country,
    fingerprint: `emulator${last4}`,
    generated_from: { charge: null, setup_attempt: null },
    last4,
  }
}

function accountOf(last4: string) {
  return {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: `emulator${last4}`,
    last4,
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: '110000000',
    status_details: {},
  }
}

/** What is left to the buyer: `{ type: 'boleto_display_details', boleto_display_details: { … } }` and the like. */
export type NextAction = { type: string } & Record<string, unknown>

type PaymentIntentStatus =
  | 'canceled'
  | 'processing'
  | 'requires_action'
  | 'requires_payment_method'
  | 'succeeded'

interface PaymentError {
  charge?: string
  code: string
  decline_code?: string
  message: string
  payment_method?: PaymentMethod
  type: 'card_error' | 'invalid_request_error'
}

export type PaymentIntent = ReturnType<typeof newPaymentIntent>

export function newPaymentIntent(
  now: number,
  input: {
    amount: number
    currency: string
    customer: string | null
    description: string | null
    metadata: Metadata
    receiptEmail: string | null
    setupFutureUsage: 'off_session' | 'on_session' | null
    paymentMethodTypes: string[]
  },
) {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: null,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret`, 25),
    confirmation_method: 'automatic',
    created: now,
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    description: input.description,
    excluded_payment_method_types: null,
    last_payment_error: null as PaymentError | null,
    latest_charge: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_action: null as NextAction | null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: input.paymentMethodTypes,
    payment_record: null,
    processing: null,
    receipt_email: input.receiptEmail,
    review: null,
    setup_future_usage: input.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method' as PaymentIntentStatus,
    transfer_data: null,
    transfer_group: null,
  }
}
