import { type Charge, newBalanceTransaction } from '../objects/charge.ts'
import type { Metadata } from '../objects/common.ts'
import {
  type Dispute,
  type Evidence,
  newDispute,
  newRefund,
  type Refund,
  type RefundStatus,
} from '../objects/reversal.ts'
import { cardBehind } from './charge-intent.ts'
import { emit } from './emit-event.ts'
import type { TestCard } from './test-cards.ts'
import { mustGet, schedule, type Tx, unschedule, update } from './tx.ts'

/** What Stripe takes for a dispute in the United States, in the currency of the charge. It is not given back. */
const disputeFee = { amount: 1_500, description: 'Dispute fee' }

const firstStatus: Partial<Record<TestCard['refund'], RefundStatus>> = {
  pends: 'pending',
  asks: 'requires_action',
}

/** `charge.refunded` comes for partial refunds too, with `refunded` still false, as at Stripe. */
export function refundCharge(
  tx: Tx,
  charge: Charge,
  input: { amount: number; reason: string | null; metadata: Metadata },
): Refund {
  const card = cardBehind(tx, mustGet(tx, 'payment_methods', charge.payment_method))
  const status = firstStatus[card.refund] ?? 'succeeded'
  const made = newRefund(tx.now, charge, { ...input, status })
  const money = moveMoney(tx, charge, { amount: -input.amount, source: made.id, type: 'refund' })
  const refund = tx.put('refunds', { ...made, balance_transaction: money.id })
  const amount_refunded = charge.amount_refunded + input.amount
  const refunded = amount_refunded === charge.amount
  emit(tx, 'refund.created', refund)
  emit(tx, 'charge.refunded', update(tx, 'charges', charge, { amount_refunded, refunded }), charge)
  if (card.refund !== 'succeeds')
    schedule(tx, 'settle-refund', refund.id, tx.now + tx.settings.asyncPaymentSeconds)
  return refund
}

/** The late end of a refund: by the card's own nature, or as a test wishes. One that has failed stays failed. */
export function settleRefund(
  tx: Tx,
  refund: Refund,
  forced?: 'succeeded' | 'failed' | 'canceled',
  failure_reason = forced === 'canceled' ? 'unknown' : 'expired_or_canceled_card',
): Refund {
  unschedule(tx, 'settle-refund', refund.id)
  const card = cardBehind(tx, mustGet(tx, 'payment_methods', refund.payment_method))
  const outcome = forced ?? (card.refund === 'fails' ? 'failed' : 'succeeded')
  if (refund.status === 'failed' || refund.status === 'canceled' || refund.status === outcome) return refund
  const settled = { status: outcome, pending_reason: undefined, next_action: undefined }
  if (outcome === 'succeeded') {
    const done = update(tx, 'refunds', refund, settled)
    emit(tx, 'refund.updated', done, refund)
    emit(tx, 'charge.refund.updated', done, refund)
    return done
  }
  const charge = mustGet(tx, 'charges', refund.charge)
  const money = moveMoney(tx, charge, { amount: refund.amount, source: refund.id, type: 'refund_failure' })
  const failed = update(tx, 'refunds', refund, {
    ...settled,
    failure_reason,
    failure_balance_transaction: money.id,
  })
  const amount_refunded = charge.amount_refunded - refund.amount
  const restored = update(tx, 'charges', charge, { amount_refunded, refunded: false })
  emit(tx, 'refund.updated', failed, refund)
  if (outcome === 'failed') emit(tx, 'refund.failed', failed)
  emit(tx, 'charge.refund.updated', failed, refund)
  emit(tx, 'charge.updated', restored, charge)
  return failed
}

export function openDispute(tx: Tx, charge: Charge, reason = 'fraudulent'): Dispute {
  const made = newDispute(tx.now, charge, reason)
  const movement = { amount: -made.amount, source: made.id, type: 'adjustment' as const, fee: disputeFee }
  const money = moveMoney(tx, charge, movement)
  const dispute = tx.put('disputes', { ...made, balance_transactions: [money] })
  emit(tx, 'charge.updated', update(tx, 'charges', charge, { disputed: true }), charge)
  emit(tx, 'charge.dispute.created', dispute)
  emit(tx, 'charge.dispute.funds_withdrawn', dispute)
  schedule(tx, 'lose-dispute', dispute.id, dispute.evidence_details.due_by ?? tx.now)
  return dispute
}

/** Evidence is kept; once it is submitted the bank looks at it. Two words of Stripe's test mode decide at once. */
export function respondToDispute(tx: Tx, dispute: Dispute, evidence: Evidence, submit: boolean): Dispute {
  const noted = update(tx, 'disputes', dispute, {
    evidence: { ...dispute.evidence, ...evidence },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      submission_count: dispute.evidence_details.submission_count + (submit ? 1 : 0),
      submission_method: submit ? 'manual' : dispute.evidence_details.submission_method,
    },
    status: submit ? 'under_review' : dispute.status,
  })
  emit(tx, 'charge.dispute.updated', noted, dispute)
  if (!submit) return noted
  unschedule(tx, 'lose-dispute', dispute.id)
  if (evidence.uncategorized_text === 'winning_evidence') return closeDispute(tx, noted, 'won')
  return evidence.uncategorized_text === 'losing_evidence' ? closeDispute(tx, noted, 'lost') : noted
}

export function closeDispute(tx: Tx, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  unschedule(tx, 'lose-dispute', dispute.id)
  const charge = mustGet(tx, 'charges', dispute.charge)
  const movement = { amount: dispute.amount, source: dispute.id, type: 'adjustment' as const }
  const back = outcome === 'won' ? [moveMoney(tx, charge, movement)] : []
  const closed = update(tx, 'disputes', dispute, {
    status: outcome,
    balance_transactions: [...dispute.balance_transactions, ...back],
    evidence_details: { ...dispute.evidence_details, due_by: null },
  })
  if (outcome === 'won') emit(tx, 'charge.dispute.funds_reinstated', closed)
  emit(tx, 'charge.dispute.closed', closed)
  return closed
}

export function isOpen(dispute: Dispute): boolean {
  return dispute.status === 'needs_response' || dispute.status === 'under_review'
}

export function disputeOf(tx: Tx, charge: Charge): Dispute | undefined {
  return tx.all('disputes').find((dispute) => dispute.charge === charge.id)
}

function moveMoney(
  tx: Tx,
  { currency }: Charge,
  movement: Omit<Parameters<typeof newBalanceTransaction>[1], 'currency'>,
) {
  return tx.put('balance_transactions', newBalanceTransaction(tx.now, { ...movement, currency }))
}
