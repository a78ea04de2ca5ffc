import type Stripe from 'stripe'
import type { LifetimePayment, PaymentState, SubscriptionState } from '../../../core/billing/entitlement.ts'
import { freeLifetimesOf, listAllCheckoutSessions } from './checkout-sessions.ts'
import { findDisputedSubscriptions, isDisputeLost } from './disputes.ts'
import { nothingWhenUnknown } from './expected-errors.ts'
import { expanded, toDate } from './fields.ts'
import { readPaidAfterEnd } from './paid-periods.ts'
import { isPending, methodOf, pendingPayment } from './pending-payments.ts'
import { type createAmountReader, readPeriodAmount } from './subscribed-prices.ts'
import { isEndedUnpaid, isOurs, itemOfPlan, latestInvoice, planOf } from './subscriptions.ts'
import { isFirstInvoice, readPaymentFailedAt, stuckSince } from './unpaid-invoices.ts'

export async function readState(
  stripe: Stripe,
  readAmount: ReturnType<typeof createAmountReader>,
  customerId: string,
  freeLifetimes: LifetimePayment[] | undefined,
): Promise<PaymentState> {
  const [subscriptions, payments, free] = await Promise.all([
    stripe.subscriptions
      .list({ customer: customerId, status: 'all', limit: 100, expand: ['data.latest_invoice'] })
      .autoPagingToArray({ limit: 10_000 })
      .catch(nothingWhenUnknown),
    stripe.paymentIntents
      .list({ customer: customerId, limit: 100, expand: ['data.latest_charge'] })
      .autoPagingToArray({ limit: 10_000 })
      .catch(nothingWhenUnknown),
    // Also when no codes are taken any more: one may have been used before.
    freeLifetimes ??
      listAllCheckoutSessions(stripe, customerId, { status: 'complete' }).then(freeLifetimesOf),
  ])
  const succeeded = payments.filter(({ status }) => status === 'succeeded')
  const lifetime = succeeded.filter(({ metadata }) => metadata.plan === 'lifetime')
  const others = succeeded.filter((payment) => !lifetime.includes(payment))
  const pending = payments.filter(isPending)
  const pendingFirst = pending.find(({ metadata }) => metadata.plan !== 'lifetime')
  const disputed = await findDisputedSubscriptions(stripe, others)
  return {
    subscriptions: await Promise.all(
      subscriptions.filter(isOurs).map(async (each) => ({
        ...(await subscriptionState(stripe, each, disputed, pendingFirst)),
        amountMinor: await readPeriodAmount(readAmount, each),
        paidAfterEnd: await readPaidAfterEnd(stripe, each, succeeded),
      })),
    ),
    pending: pending.filter(({ metadata }) => metadata.plan === 'lifetime').map(pendingPayment),
    payments: [...(await Promise.all(lifetime.map((payment) => lifetimePayment(stripe, payment)))), ...free],
  }
}

async function subscriptionState(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  disputed: ReadonlySet<string>,
  pending: Stripe.PaymentIntent | undefined,
): Promise<Omit<SubscriptionState, 'amountMinor' | 'paidAfterEnd'>> {
  const item = itemOfPlan(subscription)
  const { cancel_at: cancelAt, cancel_at_period_end: endsWithPeriod } = subscription
  const renewsAt = item?.current_period_end ?? null
  // A later end is no end yet: until then it renews. With the period it ends when that does, also when the period was moved.
  const isTimed = !endsWithPeriod && cancelAt !== null && renewsAt !== null && cancelAt <= renewsAt
  const periodEnd = isTimed ? cancelAt : renewsAt
  // Only the first payment decides whether it begins.
  const isPendingFirst = pending && hasYetToBegin(subscription)
  return {
    id: subscription.id,
    plan: planOf(subscription),
    status: isPendingFirst ? 'incomplete' : subscription.status,
    createdAt: toDate(subscription.created),
    endedAt: subscription.ended_at === null ? null : toDate(subscription.ended_at),
    periodEndsAt: periodEnd ? toDate(periodEnd) : null,
    cancelAtPeriodEnd: endsWithPeriod || isTimed,
    hadTrial: subscription.trial_start !== null,
    currency: subscription.currency,
    pendingSince: isPendingFirst ? toDate(pending.created) : null,
    pendingMethod: isPendingFirst ? methodOf(pending) : null,
    paymentFailedAt:
      subscription.status === 'past_due' ? await readPaymentFailedAt(stripe, subscription.id) : null,
    stuckSince: await stuckSince(stripe, subscription),
    disputeLost: disputed.has(subscription.id),
    endedUnpaid: isEndedUnpaid(subscription),
  }
}

/** Nothing was ever paid for it. While a debit is under way Stripe calls it `incomplete` or, more often, already `active`. */
function hasYetToBegin(subscription: Stripe.Subscription): boolean {
  const invoice = latestInvoice(subscription)
  if (subscription.status !== 'active' || !invoice) return subscription.status === 'incomplete'
  return isFirstInvoice(invoice) && invoice.status === 'open'
}

async function lifetimePayment(stripe: Stripe, payment: Stripe.PaymentIntent): Promise<LifetimePayment> {
  const charge = expanded(payment.latest_charge)
  return {
    id: payment.id,
    holdId: payment.metadata.hold ?? null,
    amountMinor: payment.amount_received,
    refundedMinor: charge?.amount_refunded ?? 0,
    currency: payment.currency,
    country:
      charge?.billing_details.address?.country ?? charge?.payment_method_details?.card?.country ?? null,
    paidAt: toDate(charge?.created ?? payment.created),
    disputeLost: charge?.disputed ? await isDisputeLost(stripe, payment.id) : false,
  }
}
