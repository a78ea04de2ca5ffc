import type { PaymentIntent } from '../objects/payment.ts'
import { cardBehind, type LateOutcome, settleIntent } from './charge-intent.ts'
import { concludeInvoice, invoiceOfIntent } from './pay-invoice.ts'
import { concludeSession } from './pay-session.ts'
import { mustGet, type Tx } from './tx.ts'

const byItself: Record<string, LateOutcome> = { settles: 'succeeded', bounces: 'failed', awaits: 'expired' }

/** Whether its money may still come: a debit under way, a voucher or a transfer. */
const isAwaited = ({ status }: PaymentIntent) => status === 'processing' || status === 'requires_action'

/** The late end of a payment, carried to whatever waits for it: an invoice, a checkout session, or both. */
export function settlePayment(tx: Tx, intent: PaymentIntent, forced?: LateOutcome) {
  if (!isAwaited(intent)) return
  const method = mustGet(tx, 'payment_methods', intent.payment_method ?? '')
  const settled = settleIntent(tx, intent, forced ?? byItself[cardBehind(tx, method).charge] ?? 'succeeded')
  const invoice = invoiceOfIntent(tx, intent.id)
  if (invoice) concludeInvoice(tx, invoice, settled)
  const session = tx
    .all('sessions')
    .find((found) => found.payment_intent === intent.id || (invoice && found.invoice === invoice.id))
  if (session?.payment_status === 'unpaid') concludeSession(tx, session, settled)
}

/** The payment of a completed session whose money may still come; one that waits for 3-D Secure is not complete. */
export function awaitedPayment(tx: Tx, sessionId: string): PaymentIntent | undefined {
  const session = tx.get('sessions', sessionId)
  if (session?.status !== 'complete') return undefined
  const payment = tx.all('invoice_payments').find(({ invoice }) => invoice === session.invoice)
  const intent = tx.get('payment_intents', session.payment_intent ?? payment?.payment.payment_intent ?? '')
  return intent && isAwaited(intent) ? intent : undefined
}
