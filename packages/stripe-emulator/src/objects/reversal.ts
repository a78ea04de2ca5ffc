import type { BalanceTransaction, Charge } from './charge.ts'
import type { Metadata } from './common.ts'
import { newId } from './new-id.ts'

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

export type Refund = ReturnType<typeof newRefund>

export function newRefund(
  now: number,
  charge: Charge,
  input: { amount: number; reason: string | null; metadata: Metadata; status: RefundStatus },
) {
  return {
    id: newId('re'),
    object: 'refund' as const,
    amount: input.amount,
    balance_transaction: null as string | null,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    failure_balance_transaction: undefined as string | undefined,
    failure_reason: undefined as string | undefined,
    metadata: input.metadata,
    next_action: input.status === 'requires_action' ? askForAccount(now, charge) : undefined,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    pending_reason: (input.status === 'pending' ? 'processing' : undefined) as string | undefined,
    reason: input.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: input.status,
    transfer_reversal: null,
  }
}

/** The buyer gets an e-mail that asks where the money is to go. */
function askForAccount(now: number, { billing_details }: Charge) {
  const email_sent = { email_sent_at: now, email_sent_to: billing_details.email ?? '' }
  return { type: 'display_details', display_details: { email_sent, expires_at: now + 45 * 86_400 } }
}

export type Dispute = ReturnType<typeof newDispute>
type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost'

export function newDispute(now: number, charge: Charge, reason: string) {
  return {
    id: newId('dp'),
    object: 'dispute' as const,
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [] as BalanceTransaction[],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence as Evidence,
    evidence_details: {
      due_by: (now + 7 * 86_400) as number | null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {} as Metadata,
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason,
    status: 'needs_response' as DisputeStatus,
  }
}

export type Evidence = Record<string, string | null | object>

export const noEvidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

export type CreditNote = ReturnType<typeof newCreditNote>

/** Takes back a part of a paid invoice, as credit or as a refund. */
export function newCreditNote(
  now: number,
  input: {
    invoice: { id: string; number: string | null; customer: string; currency: string }
    amount: number
    balanceEntry: string | null
    refund: { id: string; amount: number } | null
    memo: string | null
    metadata: Metadata
    reason: string | null
    publicUrl: string
  },
) {
  const id = newId('cn')
  const { invoice, amount, refund } = input
  return {
    id,
    object: 'credit_note' as const,
    amount,
    amount_shipping: 0,
    created: now,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    customer_balance_transaction: input.balanceEntry,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: now,
    invoice: invoice.id,
    lines: { object: 'list' as const, data: [], has_more: false, url: `/v1/credit_notes/${id}/lines` },
    livemode: false,
    memo: input.memo,
    metadata: input.metadata,
    number: `${invoice.number}-CN-${id.slice(-4)}`,
    out_of_band_amount: null,
    pdf: `${input.publicUrl}/i/${invoice.id}`,
    post_payment_amount: amount,
    pre_payment_amount: 0,
    pretax_credit_amounts: [],
    reason: input.reason,
    refunds: refund
      ? [{ amount_refunded: refund.amount, payment_record_refund: null, refund: refund.id, type: 'refund' }]
      : [],
    shipping_cost: null,
    status: 'issued',
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
    total_taxes: [],
    type: 'post_payment',
    voided_at: null,
  }
}
