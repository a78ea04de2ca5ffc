import type { CheckoutSession, SessionPlan } from '../objects/checkout-session.ts'
import { countryOnly } from '../objects/common.ts'
import { newCustomer } from '../objects/customer.ts'
import { newPaymentIntent, type PaymentIntent, type PaymentMethod } from '../objects/payment.ts'
import { type ChargeOutcome, chargeIntent } from './charge-intent.ts'
import { emit } from './emit-event.ts'
import { saveCard } from './save-card.ts'
import { startSubscription } from './start-subscription.ts'
import { findTestCard, type TestCard } from './test-cards.ts'
import { mustGet, type Tx, unschedule, update } from './tx.ts'

export interface PayInput {
  card: string
  country: string
  email: string
  /** The buyer's answer to their bank's question, for cards that ask. */
  authenticate?: 'confirm' | 'fail' | undefined
}

export type PayResult =
  | { result: 'complete'; session: CheckoutSession }
  | { result: 'requires_action' }
  | { result: 'declined'; message: string }
  | { result: 'closed'; status: 'complete' | 'expired' }

/** What the checkout page's button does; the control API comes through here too. */
export function paySession(tx: Tx, session: CheckoutSession, input: PayInput): PayResult {
  if (session.status !== 'open') return { result: 'closed', status: session.status }
  const plan = mustGet(tx, 'session_plans', session.id)
  const card = findTestCard(input.card)
  if (!card) return { result: 'declined', message: 'Only the test cards listed here work in the sandbox.' }
  if (session.customer && tx.get('customers', session.customer)?.deleted) {
    return { result: 'declined', message: 'The customer of this checkout was deleted.' }
  }
  if (card.authenticates && !input.authenticate) {
    const { card: number, country, email } = input
    update(tx, 'session_plans', plan, { authenticating: { card: number, country, email } })
    return { result: 'requires_action' }
  }
  const asked = update(tx, 'session_plans', plan, { authenticating: null })
  if (input.authenticate === 'fail') {
    const message =
      'We are unable to authenticate your payment method. Please choose a different one and try again.'
    return { result: 'declined', message }
  }
  return session.mode === 'payment'
    ? payOnce(tx, session, asked, card, input)
    : subscribe(tx, session, asked, card, input)
}

function payOnce(
  tx: Tx,
  session: CheckoutSession,
  plan: SessionPlan,
  card: TestCard,
  input: PayInput,
): PayResult {
  const customer =
    session.customer ?? (session.customer_creation === 'always' ? makeCustomer(tx, input) : null)
  const method = makeMethod(tx, card, customer, input)
  const intent = session.payment_intent
    ? mustGet(tx, 'payment_intents', session.payment_intent)
    : makeIntent(tx, session, plan, customer)
  const charged = chargeIntent(tx, intent, method, { authenticated: card.authenticates })
  const tried = update(tx, 'sessions', session, { payment_intent: intent.id })
  if (charged.outcome === 'failed') return { result: 'declined', message: charged.decline.message }
  const payment_status = charged.outcome === 'paid' ? 'paid' : 'unpaid'
  return complete(tx, tried, input, { customer, payment_status })
}

function subscribe(
  tx: Tx,
  session: CheckoutSession,
  plan: SessionPlan,
  card: TestCard,
  input: PayInput,
): PayResult {
  const trial = plan.trialDays !== null || plan.trialEnd !== null
  // Stripe makes nothing of a subscription whose first payment or card check fails; the page asks for another card.
  if (!card.saves || (card.charge === 'declines' && !trial)) {
    return { result: 'declined', message: card.decline.message }
  }
  const customer = session.customer ?? makeCustomer(tx, input)
  const method = makeMethod(tx, card, customer, input)
  const started = startSubscription(tx, session, plan, customer, method, card.authenticates)
  const payment_status = trial ? 'no_payment_required' : started.outcome === 'paid' ? 'paid' : 'unpaid'
  const { subscription, invoice } = started
  return complete(tx, session, input, { customer, payment_status, subscription: subscription.id, invoice })
}

function complete(
  tx: Tx,
  session: CheckoutSession,
  input: PayInput,
  result: Partial<CheckoutSession>,
): PayResult {
  unschedule(tx, 'expire-session', session.id)
  const done = update(tx, 'sessions', session, {
    ...result,
    status: 'complete',
    url: null,
    customer_details: {
      address: countryOnly(input.country),
      business_name: null,
      email: input.email,
      individual_name: null,
      name: null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  })
  emit(tx, 'checkout.session.completed', done)
  return { result: 'complete', session: done }
}

function makeCustomer(tx: Tx, input: PayInput): string {
  const customer = newCustomer(tx.now, { email: input.email, address: countryOnly(input.country) })
  emit(tx, 'customer.created', tx.put('customers', customer))
  return customer.id
}

function makeMethod(tx: Tx, card: TestCard, customer: string | null, input: PayInput): PaymentMethod {
  return saveCard(tx, card, customer, { country: input.country, email: input.email, name: null })
}

function makeIntent(
  tx: Tx,
  session: CheckoutSession,
  plan: SessionPlan,
  customer: string | null,
): PaymentIntent {
  const intent = newPaymentIntent(tx.now, {
    amount: session.amount_total,
    currency: session.currency,
    customer,
    description: plan.paymentDescription,
    metadata: plan.paymentMetadata,
    receiptEmail: plan.receiptEmail,
    saveCard: false,
  })
  emit(tx, 'payment_intent.created', tx.put('payment_intents', intent))
  return intent
}

/** The late end of an asynchronous payment, told in the session's own events. */
export function concludeSession(tx: Tx, session: CheckoutSession, { outcome }: ChargeOutcome) {
  if (outcome === 'paid') {
    const paid = update(tx, 'sessions', session, { payment_status: 'paid' })
    emit(tx, 'checkout.session.async_payment_succeeded', paid)
  } else {
    emit(tx, 'checkout.session.async_payment_failed', session)
  }
}
