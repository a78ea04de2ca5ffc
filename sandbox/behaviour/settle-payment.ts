import type { PaymentIntent } from '../objects/payment.ts'
import { cardBehind, settleIntent } from './charge-intent.ts'
import { concludeInvoice, invoiceOfIntent } from './pay-invoice.ts'
import { concludeSession } from './pay-session.ts'
import { mustGet, type Tx } from './tx.ts'

/** The bank's late answer, carried to whatever waits for it: an invoice, a checkout session, or both. */
export function settlePayment(tx: Tx, intent: PaymentIntent, forced?: 'succeeded' | 'failed') {
  if (intent.status !== 'processing') return
  const method = mustGet(tx, 'payment_methods', intent.payment_method ?? '')
  const outcome = forced ?? (cardBehind(tx, method).charge === 'bounces' ? 'failed' : 'succeeded')
  const settled = settleIntent(tx, intent, outcome)
  const invoice = invoiceOfIntent(tx, intent.id)
  if (invoice) concludeInvoice(tx, invoice, settled)
  const session = tx
    .all('sessions')
    .find((found) => found.payment_intent === intent.id || (invoice && found.invoice === invoice.id))
  if (session?.payment_status === 'unpaid') concludeSession(tx, session, settled)
}
