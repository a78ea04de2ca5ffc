import { type Charge, declinedOutcome, newBalanceTransaction, newCharge } from '../objects/charge.ts'
import type { PaymentIntent, PaymentMethod } from '../objects/payment.ts'
import { awaitPayment, requireAuthentication } from './await-payment.ts'
import { emit } from './emit-event.ts'
import { type Decline, findTestCard, type TestCard } from './test-cards.ts'
import { mustGet, schedule, type Tx, unschedule, update } from './tx.ts'

export type ChargeOutcome =
  | { outcome: 'paid' | 'pending'; intent: PaymentIntent }
  | { outcome: 'failed'; intent: PaymentIntent; decline: Decline }

/** How a payment that takes days ends. */
export type LateOutcome = 'succeeded' | 'failed' | 'expired'

export const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

export function cardBehind(tx: Tx, method: PaymentMethod): TestCard {
  const card = findTestCard(mustGet(tx, 'card_numbers', method.id).number)
  if (!card) throw new Error(`${method.id} has no test card.`)
  return card
}

/** One try to take the money of an intent; every try is a charge of its own, except one that only begins to wait. */
export function chargeIntent(
  tx: Tx,
  intent: PaymentIntent,
  method: PaymentMethod,
  { authenticated }: { authenticated: boolean },
): ChargeOutcome {
  const card = cardBehind(tx, method)
  const make = (status: Charge['status'], failure: Decline | null) =>
    newCharge(tx.now, { intent, method, status, failure, authenticated, publicUrl: tx.settings.publicUrl })
  const refused = card.charge === 'declines' ? card.decline : null
  if (!refused && card.authenticates === 'always' && !authenticated) {
    const asking = requireAuthentication(tx, intent, method)
    return { outcome: 'failed', intent: asking, decline: authenticationRequired }
  }
  if (refused) {
    const charge = tx.put('charges', make('failed', refused))
    emit(tx, 'charge.failed', charge)
    return { outcome: 'failed', intent: failIntent(tx, intent, method, refused, charge), decline: refused }
  }
  if (card.charge === 'awaits') return { outcome: 'pending', intent: awaitPayment(tx, intent, method) }
  if (card.charge === 'settles' || card.charge === 'bounces') {
    const charge = tx.put('charges', make('pending', null))
    emit(tx, 'charge.pending', charge)
    const waiting = update(tx, 'payment_intents', intent, {
      status: 'processing',
      next_action: null,
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

/** The late end of a payment: the bank's decision on a debit, or what became of a voucher or transfer. */
export function settleIntent(tx: Tx, intent: PaymentIntent, outcome: LateOutcome): ChargeOutcome {
  unschedule(tx, 'settle-payment', intent.id)
  return intent.status === 'processing'
    ? settleDebit(tx, intent, outcome)
    : settleAwaited(tx, intent, outcome)
}

function settleDebit(tx: Tx, intent: PaymentIntent, outcome: LateOutcome): ChargeOutcome {
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
  return { outcome: 'failed', intent: failIntent(tx, intent, method, decline, failed), decline }
}

function settleAwaited(tx: Tx, intent: PaymentIntent, outcome: LateOutcome): ChargeOutcome {
  const method = mustGet(tx, 'payment_methods', intent.payment_method ?? '')
  if (outcome === 'succeeded') {
    const { publicUrl } = tx.settings
    const input = { intent, method, failure: null, authenticated: false, publicUrl }
    return {
      outcome: 'paid',
      intent: succeed(tx, intent, newCharge(tx.now, { ...input, status: 'succeeded' })),
    }
  }
  const decline =
    outcome === 'expired'
      ? { code: 'payment_intent_payment_attempt_expired', message: 'The payment attempt has expired.' }
      : { code: 'payment_intent_payment_attempt_failed', message: 'The payment attempt has failed.' }
  return { outcome: 'failed', intent: failIntent(tx, intent, method, decline), decline }
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
    next_action: null,
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    last_payment_error: null,
  })
  emit(tx, 'payment_intent.succeeded', paid)
  return paid
}

export function failIntent(
  tx: Tx,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
  charge?: Charge,
): PaymentIntent {
  const failed = update(tx, 'payment_intents', intent, {
    status: 'requires_payment_method',
    next_action: null,
    latest_charge: charge?.id ?? intent.latest_charge,
    payment_method: null,
    last_payment_error: {
      ...(charge && { charge: charge.id }),
      code: decline.code,
      ...(decline.declineCode && { decline_code: decline.declineCode }),
      message: decline.message,
      payment_method: method,
      type: method.type === 'card' ? 'card_error' : 'invalid_request_error',
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
    next_action: null,
    canceled_at: tx.now,
    cancellation_reason: reason,
  })
  emit(tx, 'payment_intent.canceled', canceled)
}
