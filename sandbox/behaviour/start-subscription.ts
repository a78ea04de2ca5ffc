import type { CheckoutSession, SessionPlan } from '../objects/checkout-session.ts'
import type { PaymentMethod } from '../objects/payment.ts'
import { newSubscription, type Subscription } from '../objects/subscription.ts'
import { periodEndAfter } from './billing-period.ts'
import { createInvoice, periodLines } from './create-invoice.ts'
import { emit } from './emit-event.ts'
import { type InvoiceOutcome, payInvoice, setStatus } from './pay-invoice.ts'
import { mustGet, schedule, type Tx } from './tx.ts'

const daySeconds = 86_400
/** Stripe tells three days before, or at once when the trial is shorter. */
const trialNoticeSeconds = 3 * daySeconds

export interface StartedSubscription {
  subscription: Subscription
  invoice: string
  outcome: InvoiceOutcome
}

export function startSubscription(
  tx: Tx,
  session: CheckoutSession,
  plan: SessionPlan,
  customer: string,
  method: PaymentMethod,
  authenticated: boolean,
): StartedSubscription {
  const recurring = plan.lineItems[0]?.price.recurring
  if (!recurring) throw new Error(`${session.id} has no recurring price.`)
  const trialEnd = plan.trialEnd ?? (plan.trialDays ? tx.now + plan.trialDays * daySeconds : null)
  const created = newSubscription(tx.now, {
    customer,
    items: plan.lineItems.map(({ price, quantity }) => ({ price, quantity })),
    status: trialEnd === null ? 'incomplete' : 'trialing',
    trialEnd,
    periodEnd: trialEnd ?? periodEndAfter(tx.now, recurring, tx.now),
    paymentMethod: method.id,
    metadata: plan.subscriptionMetadata,
    description: plan.subscriptionDescription,
  })
  tx.put('subscriptions', created)
  const { invoice, subscription } = createInvoice(tx, created, 'subscription_create', periodLines(created))
  emit(tx, 'customer.subscription.created', subscription)
  schedulePeriod(tx, subscription)
  if (trialEnd !== null)
    schedule(tx, 'trial-will-end', created.id, Math.max(tx.now, trialEnd - trialNoticeSeconds))

  const outcome = payInvoice(tx, invoice, method, { authenticated })
  const now = mustGet(tx, 'subscriptions', created.id)
  // While a bank debit is under way Stripe already counts the subscription as active.
  const running = outcome === 'pending' && now.status === 'incomplete' ? setStatus(tx, now, 'active') : now
  return { subscription: running, invoice: invoice.id, outcome }
}

export function schedulePeriod(tx: Tx, subscription: Subscription) {
  const [item] = subscription.items.data
  if (item) schedule(tx, 'period-end', subscription.id, item.current_period_end)
}
