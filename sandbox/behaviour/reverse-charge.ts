import { type Charge, newBalanceTransaction } from '../objects/charge.ts'
import type { Metadata } from '../objects/common.ts'
import { type Dispute, newDispute, newRefund, type Refund } from '../objects/reversal.ts'
import { emit } from './emit-event.ts'
import { mustGet, type Tx, update } from './tx.ts'

/** `charge.refunded` comes for partial refunds too, with `refunded` still false, as at Stripe. */
export function refundCharge(
  tx: Tx,
  charge: Charge,
  input: { amount: number; reason: string | null; metadata: Metadata },
): Refund {
  const made = newRefund(tx.now, charge, input)
  const money = moveMoney(tx, charge, -input.amount, made.id, 'refund')
  const refund = tx.put('refunds', { ...made, balance_transaction: money.id })
  const amount_refunded = charge.amount_refunded + input.amount
  const changed = update(tx, 'charges', charge, {
    amount_refunded,
    refunded: amount_refunded === charge.amount,
  })
  emit(tx, 'refund.created', refund)
  emit(tx, 'charge.refunded', changed, charge)
  return refund
}

export function openDispute(tx: Tx, charge: Charge, reason = 'fraudulent'): Dispute {
  const made = newDispute(tx.now, charge, reason)
  const money = moveMoney(tx, charge, -made.amount, made.id, 'adjustment')
  const dispute = tx.put('disputes', { ...made, balance_transactions: [money] })
  emit(tx, 'charge.updated', update(tx, 'charges', charge, { disputed: true }), charge)
  emit(tx, 'charge.dispute.created', dispute)
  emit(tx, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export function closeDispute(tx: Tx, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  const charge = mustGet(tx, 'charges', dispute.charge)
  const back = outcome === 'won' ? [moveMoney(tx, charge, dispute.amount, dispute.id, 'adjustment')] : []
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

function moveMoney(tx: Tx, charge: Charge, amount: number, source: string, type: 'refund' | 'adjustment') {
  const money = newBalanceTransaction(tx.now, { amount, currency: charge.currency, source, type })
  return tx.put('balance_transactions', money)
}
