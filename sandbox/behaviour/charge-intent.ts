import { type Charge, declinedOutcome, newBalanceTransaction, newCharge } from '../objects/charge.ts'
import type { PaymentIntent, PaymentMethod } from '../objects/payment.ts'
import { emit } from './emit-event.ts'
import { type Decline, findTestCard, type TestCard } from './test-cards.ts'
import { mustGet, schedule, type Tx, unschedule, update } from './tx.ts'

export type ChargeOutcome =
  | { outcome: 'paid' | 'pending'; intent: PaymentIntent }
  | { outcome: 'failed'; intent: PaymentIntent; decline: Decline }

export function cardBehind(tx: Tx, method: PaymentMethod): TestCard {
  const card = findTestCard(mustGet(tx, 'card_numbers', method.id).number)
  if (!card) throw new Error(`${method.id} has no test card.`)
  return card
}

/** One try to take the money of an intent; every try is a charge of its own. */
export function chargeIntent(
  tx: Tx,
  intent: PaymentIntent,
  method: PaymentMethod,
  { authenticated }: { authenticated: boolean },
): ChargeOutcome {
  const card = cardBehind(tx, method)
  const make = (status: Charge['status'], failure: Decline | null) =>
    newCharge(tx.now, { intent, method, status, failure, authenticated, publicUrl: tx.settings.publicUrl })

  if (card.charge === 'declines') {
    const charge = tx.put('charges', make('failed', card.decline))
    emit(tx, 'charge.failed', charge)
    return {
      outcome: 'failed',
      intent: failIntent(tx, intent, charge, method, card.decline),
      decline: card.decline,
    }
  }
  if (card.charge === 'settles' || card.charge === 'bounces') {
    const charge = tx.put('charges', make('pending', null))
    emit(tx, 'charge.pending', charge)
    const waiting = update(tx, 'payment_intents', intent, {
      status: 'processing',
      latest_charge: charge.id,
      payment_method: method.id,
      last_payment_error: null,
    })
    emit(tx, 'payment_intent.processing', waiting)
    schedule(tx, 'settle-payment', intent.id, tx.now + tx.settings.asyncPaymentSeconds)
    return { outcome: 'pending', intent: waiting }
  }
  const paid = succeed(tx, intent, make('succeeded', null))
  if (card.disputed) schedule(tx, 'open-dispute', paid.latest_charge ?? '', tx.now)
  return { outcome: 'paid', intent: paid }
}

/** The bank's late answer to a pending charge. */
export function settleIntent(tx: Tx, intent: PaymentIntent, outcome: 'succeeded' | 'failed'): ChargeOutcome {
  unschedule(tx, 'settle-payment', intent.id)
  const charge = mustGet(tx, 'charges', intent.latest_charge ?? '')
  if (outcome === 'succeeded') {
    return { outcome: 'paid', intent: succeed(tx, intent, { ...charge, status: 'succeeded', paid: true }) }
  }
  const decline = {
    code: 'payment_method_provider_decline',
    declineCode: 'insufficient_funds',
    message: 'The bank could not debit the account: insufficient funds.',
  }
  const failed = update(tx, 'charges', charge, {
    status: 'failed',
    captured: false,
    amount_captured: 0,
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: declinedOutcome(decline.declineCode),
  })
  emit(tx, 'charge.failed', failed)
  const method = mustGet(tx, 'payment_methods', charge.payment_method)
  return { outcome: 'failed', intent: failIntent(tx, intent, failed, method, decline), decline }
}

function succeed(tx: Tx, intent: PaymentIntent, charge: Charge): PaymentIntent {
  const money = newBalanceTransaction(tx.now, {
    amount: charge.amount,
    currency: charge.currency,
    source: charge.id,
    type: 'charge',
  })
  tx.put('balance_transactions', money)
  const paidCharge = tx.put('charges', { ...charge, balance_transaction: money.id })
  emit(tx, 'charge.succeeded', paidCharge)
  const paid = update(tx, 'payment_intents', intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    last_payment_error: null,
  })
  emit(tx, 'payment_intent.succeeded', paid)
  return paid
}

function failIntent(
  tx: Tx,
  intent: PaymentIntent,
  charge: Charge,
  method: PaymentMethod,
  decline: Decline,
): PaymentIntent {
  const failed = update(tx, 'payment_intents', intent, {
    status: 'requires_payment_method',
    latest_charge: charge.id,
    payment_method: null,
    last_payment_error: {
      charge: charge.id,
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      payment_method: method,
      type: 'card_error',
    },
  })
  emit(tx, 'payment_intent.payment_failed', failed)
  return failed
}

export function cancelIntent(tx: Tx, intent: PaymentIntent, reason: string) {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return
  unschedule(tx, 'settle-payment', intent.id)
  const canceled = update(tx, 'payment_intents', intent, {
    status: 'canceled',
    canceled_at: tx.now,
    cancellation_reason: reason,
  })
  emit(tx, 'payment_intent.canceled', canceled)
}
