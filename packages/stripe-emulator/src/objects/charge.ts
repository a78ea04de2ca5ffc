import { newId } from './new-id.ts'
import type { PaymentIntent, PaymentMethod } from './payment.ts'

export type ChargeStatus = 'succeeded' | 'pending' | 'failed'

export type Charge = ReturnType<typeof newCharge>

export function newCharge(
  now: number,
  input: {
    intent: PaymentIntent
    method: PaymentMethod
    status: ChargeStatus
    authenticated: boolean
    failure: { code: string; message: string; declineCode?: string } | null
    publicUrl: string
  },
) {
  const { intent, method, status, failure } = input
  const id = newId('ch')
  return {
    id,
    object: 'charge' as const,
    amount: intent.amount,
    amount_captured: status === 'failed' ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null as string | null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'EMULATOR',
    captured: status !== 'failed',
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: failure ? declinedOutcome(failure.declineCode ?? 'generic_decline') : approvedOutcome,
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(method, intent.amount, input.authenticated),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: status === 'failed' ? null : `${input.publicUrl}/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: status as ChargeStatus,
    transfer_data: null,
    transfer_group: null,
  }
}

type Outcome = ReturnType<typeof declinedOutcome>

const approvedOutcome: Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: 'Payment complete.',
  type: 'authorized',
}

export function declinedOutcome(declineCode: string) {
  return {
    advice_code: null as string | null,
    network_advice_code: null as string | null,
    network_decline_code: null as string | null,
    network_status: 'declined_by_network',
    reason: declineCode as string | null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  }
}

function methodDetails(method: PaymentMethod, amount: number, authenticated: boolean) {
  const { country } = method.billing_details.address
  if (method.sepa_debit) {
    const { bank_code, branch_code, fingerprint, last4 } = method.sepa_debit
    return {
      sepa_debit: { bank_code, branch_code, country, fingerprint, last4, mandate: newId('mandate') },
      type: 'sepa_debit',
    }
  }
  if (method.us_bank_account) {
    const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } =
      method.us_bank_account
    const account = { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number }
    return {
      us_bank_account: { ...account, mandate: newId('mandate'), payment_reference: null },
      type: 'us_bank_account',
    }
  }
  if (method.boleto) return { boleto: method.boleto, type: 'boleto' }
  if (method.oxxo) return { oxxo: { number: null }, type: 'oxxo' }
  if (method.konbini) return { konbini: { store: null }, type: 'konbini' }
  if (method.customer_balance) return { customer_balance: {}, type: 'customer_balance' }
  return {
    card: {
      amount_authorized: amount,
      authorization_code: '123456',
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country,
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: method.card?.fingerprint ?? null,
      funding: 'credit',
      installments: null,
      last4: method.card?.last4 ?? null,
      mandate: null,
      network: 'visa',
      network_token: { used: false },
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: authenticated ? authenticatedDetails : null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  }
}

const authenticatedDetails = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}

export type BalanceTransaction = ReturnType<typeof newBalanceTransaction>

export function newBalanceTransaction(
  now: number,
  input: {
    amount: number
    currency: string
    source: string
    type: 'charge' | 'payment' | 'refund' | 'refund_failure' | 'adjustment'
    fee?: { amount: number; description: string }
  },
) {
  const fee = input.fee?.amount ?? 0
  return {
    id: newId('txn'),
    object: 'balance_transaction' as const,
    amount: input.amount,
    available_on: now,
    balance_type: 'payments',
    created: now,
    currency: input.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: input.fee
      ? [{ ...input.fee, application: null, currency: input.currency, type: 'stripe_fee' }]
      : [],
    net: input.amount - fee,
    reporting_category: input.type === 'adjustment' ? 'dispute' : input.type,
    source: input.source,
    status: 'available',
    type: input.type,
  }
}
