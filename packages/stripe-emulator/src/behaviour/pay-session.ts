import type { CheckoutSession, SessionPlan } from '../objects/checkout-session.ts'
import { countryOnly } from '../objects/common.ts'
import { newCustomer } from '../objects/customer.ts'
import { newPaymentIntent, type PaymentIntent, type PaymentMethod } from '../objects/payment.ts'
import { requireAuthentication } from './await-payment.ts'
import { type ChargeOutcome, chargeIntent, failIntent } from './charge-intent.ts'
import { emit } from './emit-event.ts'
import { invoiceSession } from './invoice-session.ts'
import { priceSession, sessionTerms, trialEndOf } from './price-session.ts'
import { attachMethod, createMethod } from './save-card.ts'
import { startSubscription } from './start-subscription.ts'
import { findTestCard, type TestCard } from './test-cards.ts'
import { mustGet, type Tx, unschedule, update } from './tx.ts'

export interface PayInput {
  card: string
  country: string
  email: string
  taxId?: string | undefined
  /** What the buyer does at the bank's confirmation, for cards that need one. */
  authenticate?: 'confirm' | 'fail' | undefined
}

export type PayResult =
  | { result: 'complete'; session: CheckoutSession }
  | { result: 'requires_action' }
  | { result: 'declined'; message: string }
  | { result: 'closed'; status: 'complete' | 'expired' }

const notAuthenticated = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different one and try again.',
}

/** What the checkout page's button does; the control API comes through here too. */
export function paySession(tx: Tx, open: CheckoutSession, input: PayInput): PayResult {
  if (open.status !== 'open') return { result: 'closed', status: open.status }
  const buyer = { country: input.country, taxId: input.taxId ?? '' }
  const { session, plan } = priceSession(tx, open, mustGet(tx, 'session_plans', open.id), buyer)
  const card = findTestCard(input.card)
  if (session.customer && tx.get('customers', session.customer)?.deleted) {
    return { result: 'declined', message: 'The customer of this checkout was deleted.' }
  }
  // Nothing is due: no payment intent is made and no card is asked for.
  if (session.mode === 'payment' && session.amount_total === 0)
    return complete(tx, session, input, { payment_status: 'no_payment_required' })
  if (!card) return { result: 'declined', message: 'Only the test cards listed here work in the emulator.' }
  if (!session.payment_method_types.includes(card.type))
    return { result: 'declined', message: 'This checkout does not take this payment method.' }
  return session.mode === 'payment'
    ? payOnce(tx, session, plan, card, input)
    : subscribe(tx, session, plan, card, input)
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
  if (customer) saveAddress(tx, customer, plan, input)
  const intent = session.payment_intent ? retry(tx, session) : makeIntent(tx, session, plan, customer)
  const asked = input.authenticate && intent.status === 'requires_action' ? intent.payment_method : null
  const method = (asked && tx.get('payment_methods', asked)) || makeMethod(tx, card, input)
  const tried = update(tx, 'sessions', session, { payment_intent: intent.id })
  const unconfirmed = checkConfirmation(tx, plan, card, input)
  if (unconfirmed?.result === 'requires_action') requireAuthentication(tx, intent, method)
  if (unconfirmed?.result === 'declined') failIntent(tx, intent, method, notAuthenticated)
  if (unconfirmed) return unconfirmed
  const charged = chargeIntent(tx, intent, method, { authenticated: card.authenticates !== 'never' })
  if (charged.outcome === 'failed') return { result: 'declined', message: charged.decline.message }
  if (customer && plan.setupFutureUsage && card.saves) attachMethod(tx, method, customer)
  if (charged.outcome !== 'paid') return complete(tx, tried, input, { customer, payment_status: 'unpaid' })
  const terms = sessionTerms(tx, tried, plan, { country: input.country, taxId: input.taxId ?? '' })
  const invoiced = invoiceSession(tx, update(tx, 'sessions', tried, { customer }), plan, terms)
  return complete(tx, invoiced, input, { payment_status: 'paid' })
}

function subscribe(
  tx: Tx,
  session: CheckoutSession,
  plan: SessionPlan,
  card: TestCard,
  input: PayInput,
): PayResult {
  if (card.charge === 'awaits')
    return { result: 'declined', message: 'Vouchers and transfers cannot pay for a subscription.' }
  const unconfirmed = checkConfirmation(tx, plan, card, input)
  if (unconfirmed) return unconfirmed
  // Stripe makes nothing of a subscription whose first payment or card check fails; the page asks for another card.
  if (!card.saves || (card.charge === 'declines' && session.amount_total > 0)) {
    return { result: 'declined', message: card.decline.message }
  }
  const customer = session.customer ?? makeCustomer(tx, input)
  saveAddress(tx, customer, plan, input)
  const method = attachMethod(tx, makeMethod(tx, card, input), customer)
  const started = startSubscription(tx, {
    customer,
    currency: session.currency,
    items: plan.lineItems,
    trialEnd: trialEndOf(tx, plan),
    billingMode: plan.billingMode,
    method,
    authenticated: card.authenticates !== 'never',
    metadata: plan.subscriptionMetadata,
    description: plan.subscriptionDescription,
    automaticTax: session.automatic_tax.enabled,
    discount: plan.promotionCode ? { promotionCode: plan.promotionCode, checkoutSession: session.id } : null,
  })
  const payment_status =
    session.amount_total === 0 ? 'no_payment_required' : started.outcome === 'paid' ? 'paid' : 'unpaid'
  const { subscription, invoice } = started
  return complete(tx, session, input, { customer, payment_status, subscription: subscription.id, invoice })
}

/** Nothing is charged until the buyer has confirmed at the bank. Null when nothing is in the way. */
function checkConfirmation(tx: Tx, plan: SessionPlan, { authenticates }: TestCard, input: PayInput) {
  const { card, country, email, taxId = '', authenticate } = input
  const isAsked = authenticates !== 'never' && !authenticate
  update(tx, 'session_plans', plan, { authenticating: isAsked ? { card, country, email, taxId } : null })
  if (isAsked) return { result: 'requires_action' } as const
  if (authenticates === 'never' || authenticate !== 'fail') return null
  return { result: 'declined', message: notAuthenticated.message } as const
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
      tax_ids: input.taxId ? [{ type: 'eu_vat', value: input.taxId }] : [],
    },
  })
  const [used] = done.discounts
  if (used?.promotion_code) {
    const code = mustGet(tx, 'promotion_codes', used.promotion_code)
    update(tx, 'promotion_codes', code, { times_redeemed: code.times_redeemed + 1 })
  }
  emit(tx, 'checkout.session.completed', done)
  return { result: 'complete', session: done }
}

const buyerOf = ({ customer_details }: CheckoutSession) => ({
  country: customer_details?.address?.country ?? null,
  taxId: customer_details?.tax_ids[0]?.value ?? '',
})

/** `customer_update[address]=auto` (docs.stripe.com/tax/checkout). */
function saveAddress(tx: Tx, customerId: string, plan: SessionPlan, { country }: PayInput) {
  const customer = mustGet(tx, 'customers', customerId)
  if (plan.savesAddress) update(tx, 'customers', customer, { address: countryOnly(country) })
}

function makeCustomer(tx: Tx, input: PayInput): string {
  const customer = newCustomer(tx.now, { email: input.email, address: countryOnly(input.country) })
  emit(tx, 'customer.created', tx.put('customers', customer))
  return customer.id
}

function makeMethod(tx: Tx, card: TestCard, input: PayInput): PaymentMethod {
  return createMethod(tx, card, { country: input.country, email: input.email, name: null })
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
    setupFutureUsage: plan.setupFutureUsage,
    paymentMethodTypes: session.payment_method_types,
  })
  emit(tx, 'payment_intent.created', tx.put('payment_intents', intent))
  return intent
}

/** Another try, perhaps from another country or with a code: the amount follows. */
const retry = (tx: Tx, { payment_intent, amount_total }: CheckoutSession): PaymentIntent =>
  update(tx, 'payment_intents', mustGet(tx, 'payment_intents', payment_intent ?? ''), {
    amount: amount_total,
  })

/** The late end of an asynchronous payment, reported in the session's own events. */
export function concludeSession(tx: Tx, session: CheckoutSession, { outcome }: ChargeOutcome) {
  if (outcome === 'paid') {
    const plan = mustGet(tx, 'session_plans', session.id)
    const invoiced =
      session.mode === 'payment'
        ? invoiceSession(tx, session, plan, sessionTerms(tx, session, plan, buyerOf(session)))
        : session
    const paid = update(tx, 'sessions', invoiced, { payment_status: 'paid' })
    emit(tx, 'checkout.session.async_payment_succeeded', paid)
  } else {
    emit(tx, 'checkout.session.async_payment_failed', session)
  }
}
