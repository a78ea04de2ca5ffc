import { z } from 'zod'
import { cardBehind } from '../behaviour/charge-intent.ts'
import { changeBalance } from '../behaviour/create-invoice.ts'
import { emit } from '../behaviour/emit-event.ts'
import { paymentOf } from '../behaviour/pay-invoice.ts'
import {
  closeDispute,
  disputeOf,
  isOpen,
  refundCharge,
  respondToDispute,
  settleRefund,
} from '../behaviour/reverse-charge.ts'
import { attachMethod } from '../behaviour/save-card.ts'
import { mustGet, type Tx, update } from '../behaviour/tx.ts'
import type { Charge } from '../objects/charge.ts'
import { type Evidence, newCreditNote, noEvidence } from '../objects/reversal.ts'
import { created, emptyable, expand, flag, given, integer, mergeMetadata, metadata, text } from './params.ts'
import { find, listRoute, metadataRoute, onlyExpand, type Route, retrieveRoute, route } from './route.ts'
import { badParam, StripeError } from './stripe-error.ts'

const refundParams = z.strictObject({
  ...expand,
  amount: integer.optional(),
  charge: text.optional(),
  metadata,
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})
const { enhanced_evidence: _, ...plainEvidence } = noEvidence
const evidence = z.strictObject(
  Object.fromEntries(Object.keys(plainEvidence).map((name) => [name, emptyable(z.string().max(20_000))])),
)
const creditNoteParams = z.strictObject({
  ...expand,
  amount: integer.optional(),
  credit_amount: integer.optional(),
  invoice: text,
  memo: text.optional(),
  metadata,
  reason: z.enum(['duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory']).optional(),
  refund_amount: integer.optional(),
})
const ofCharge = { charge: text, created, payment_intent: text }

function chargeToRefund(
  tx: Tx,
  params: { charge?: string | undefined; payment_intent?: string | undefined },
): Charge {
  if (params.charge) return find(tx, 'charges', params.charge, 'charge')
  if (!params.payment_intent)
    throw badParam('charge', 'One of the following params should be provided: `payment_intent` or `charge`.')
  const intent = find(tx, 'payment_intents', params.payment_intent, 'payment_intent')
  const charge = intent.latest_charge ? tx.get('charges', intent.latest_charge) : undefined
  if (charge?.status === 'succeeded') return charge
  throw new StripeError(400, `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
}

/** docs.stripe.com/currencies#special-cases */
const amountSteps: Readonly<Record<string, number>> = {
  ...{ bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 },
  ...{ isk: 100, ugx: 100 },
}

function checkRefund(tx: Tx, charge: Charge, amount: number) {
  const left = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded') throw new StripeError(400, `Charge ${charge.id} has not succeeded.`)
  const method = find(tx, 'payment_methods', charge.payment_method)
  if (cardBehind(tx, method).refund === 'never')
    throw new StripeError(400, `Payments by ${method.type} cannot be refunded.`)
  if (left === 0) {
    throw new StripeError(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const dispute = disputeOf(tx, charge)
  if (dispute && dispute.status !== 'won') {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
    throw new StripeError(400, message, { code: 'charge_disputed' })
  }
  if (amount < 1) throw badParam('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  const step = amountSteps[charge.currency] ?? 1
  if (amount % step !== 0) throw badParam('amount', `In ${charge.currency} amounts are multiples of ${step}.`)
  if (amount > left) {
    throw badParam(
      'amount',
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
    )
  }
}

function refund(tx: Tx, charge: Charge, params: Omit<z.output<typeof refundParams>, 'expand'>) {
  const amount = params.amount ?? charge.amount - charge.amount_refunded
  checkRefund(tx, charge, amount)
  return refundCharge(tx, charge, {
    amount,
    reason: params.reason ?? null,
    metadata: mergeMetadata({}, params.metadata),
  })
}

export const paymentRoutes: Route[] = [
  retrieveRoute('/v1/payment_methods', 'payment_methods'),
  route(
    'POST',
    '/v1/payment_methods/:id/attach',
    z.strictObject({ ...expand, customer: text }),
    ({ tx, params, ids }) => {
      const method = find(tx, 'payment_methods', ids[0])
      const { id } = find(tx, 'customers', params.customer, 'customer')
      if (method.customer === id) return method
      // Used once without being saved, it cannot be used again.
      const isUsed = tx.all('charges').some((charge) => charge.payment_method === method.id)
      if (!isUsed && method.customer === null) return attachMethod(tx, method, id)
      const message =
        'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.'
      throw new StripeError(400, message)
    },
  ),
  route('POST', '/v1/payment_methods/:id/detach', onlyExpand, ({ tx, ids }) => {
    const method = find(tx, 'payment_methods', ids[0])
    if (!method.customer)
      throw new StripeError(
        400,
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      )
    const detached = update(tx, 'payment_methods', method, { customer: null })
    emit(tx, 'payment_method.detached', detached, method)
    return detached
  }),
  retrieveRoute('/v1/payment_intents', 'payment_intents'),
  listRoute('/v1/payment_intents', 'payment_intents', { created, customer: text }),
  metadataRoute('/v1/payment_intents/:id', 'payment_intents'),

  retrieveRoute('/v1/charges', 'charges'),
  listRoute('/v1/charges', 'charges', { created, customer: text, payment_intent: text }),

  route('POST', '/v1/refunds', refundParams, ({ tx, params }) =>
    refund(tx, chargeToRefund(tx, params), params),
  ),
  metadataRoute('/v1/refunds/:id', 'refunds'),
  route('POST', '/v1/refunds/:id/cancel', onlyExpand, ({ tx, ids }) => {
    const refund = find(tx, 'refunds', ids[0])
    if (refund.status === 'requires_action') return settleRefund(tx, refund, 'canceled', 'merchant_request')
    throw new StripeError(
      400,
      `Refund ${refund.id} is ${refund.status}; only one that requires action can be canceled.`,
    )
  }),
  retrieveRoute('/v1/refunds', 'refunds'),
  listRoute('/v1/refunds', 'refunds', ofCharge),

  retrieveRoute('/v1/disputes', 'disputes'),
  listRoute('/v1/disputes', 'disputes', ofCharge),
  route(
    'POST',
    '/v1/disputes/:id',
    z.strictObject({ ...expand, evidence: evidence.optional(), metadata, submit: flag.optional() }),
    ({ tx, params, ids }) => {
      const dispute = find(tx, 'disputes', ids[0])
      const noted = update(tx, 'disputes', dispute, {
        metadata: mergeMetadata(dispute.metadata, params.metadata),
      })
      if (!params.evidence) return noted
      if (!isOpen(noted)) throw new StripeError(400, 'This dispute is already closed')
      return respondToDispute(tx, noted, given(params.evidence) as Evidence, params.submit ?? true)
    },
  ),
  route('POST', '/v1/disputes/:id/close', onlyExpand, ({ tx, ids }) => {
    const dispute = find(tx, 'disputes', ids[0])
    if (!isOpen(dispute)) throw new StripeError(400, 'This dispute is already closed')
    return closeDispute(tx, dispute, 'lost')
  }),

  retrieveRoute('/v1/balance_transactions', 'balance_transactions'),
  listRoute('/v1/balance_transactions', 'balance_transactions', { created, source: text, type: text }),

  route('POST', '/v1/credit_notes', creditNoteParams, ({ tx, params }) => {
    const invoice = find(tx, 'invoices', params.invoice, 'invoice')
    if (invoice.status !== 'paid') throw badParam('invoice', 'The emulator credits paid invoices only.')
    const refunded = params.refund_amount ?? 0
    const credited =
      params.credit_amount ?? (params.refund_amount === undefined ? (params.amount ?? invoice.total) : 0)
    const amount = refunded + credited
    const left = invoice.total - invoice.post_payment_credit_notes_amount
    if (amount > left)
      throw badParam('amount', `The credit note amount (${amount}) is more than can be credited (${left})`)
    if (params.amount !== undefined && params.amount !== amount) {
      throw badParam('amount', 'The sum of credit_amount and refund_amount must equal the credit note amount')
    }
    const payment = refunded > 0 ? paymentOf(tx, invoice) : undefined
    const money = payment && refund(tx, chargeToRefund(tx, payment.payment), { amount: refunded })
    const customer = mustGet(tx, 'customers', invoice.customer)
    const entry =
      credited > 0
        ? changeBalance(tx, customer, { amount: -credited, type: 'credit_note', invoice: invoice.id })
        : null
    update(tx, 'invoices', invoice, {
      post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + amount,
    })
    const note = newCreditNote(tx.now, {
      invoice,
      amount,
      balanceEntry: entry?.id ?? null,
      refund: money ? { id: money.id, amount: refunded } : null,
      memo: params.memo ?? null,
      metadata: mergeMetadata({}, params.metadata),
      reason: params.reason ?? null,
      publicUrl: tx.settings.publicUrl,
    })
    if (entry) update(tx, 'balance_entries', entry, { credit_note: note.id })
    emit(tx, 'credit_note.created', tx.put('credit_notes', note))
    return note
  }),
  retrieveRoute('/v1/credit_notes', 'credit_notes'),
  listRoute('/v1/credit_notes', 'credit_notes', { created, customer: text, invoice: text }),
]
