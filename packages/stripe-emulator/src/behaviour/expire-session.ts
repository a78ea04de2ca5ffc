import type { CheckoutSession } from '../objects/checkout-session.ts'
import { cancelIntent } from './charge-intent.ts'
import { emit } from './emit-event.ts'
import { mustGet, type Tx, unschedule, update } from './tx.ts'

/** From here on the session cannot be paid. */
export function expireSession(tx: Tx, session: CheckoutSession): CheckoutSession {
  unschedule(tx, 'expire-session', session.id)
  const expired = update(tx, 'sessions', session, { status: 'expired', url: null })
  if (session.payment_intent)
    cancelIntent(tx, mustGet(tx, 'payment_intents', session.payment_intent), 'expired')
  emit(tx, 'checkout.session.expired', expired)
  return expired
}
