import type Stripe from 'stripe'
import { isUnusedCredited } from '../../../core/billing/unused-amount.ts'
import { nullWhenMissing } from './expected-errors.ts'
import { idOf } from './fields.ts'
import { earlierLatePeriods, isPaidLate, lineTotals, readPaidPeriods } from './paid-periods.ts'
import type { CancelledSubscription } from './payment-service.ts'
import { isPaymentPending } from './pending-payments.ts'
import { latestInvoice, planOf } from './subscriptions.ts'

export async function cancelSubscription(
  stripe: Stripe,
  subscriptionId: string,
  { credit }: { credit: boolean },
): Promise<CancelledSubscription | null> {
  const expand = ['latest_invoice.payments']
  const read = () => stripe.subscriptions.retrieve(subscriptionId, { expand })
  const found = await read().catch(nullWhenMissing)
  // Made with another key it charges nothing with this one; when that key is back, the sync reads it again.
  if (!found) return null
  // What is not paid yet would be credited all the same.
  const prorate = credit && latestInvoice(found)?.status === 'paid'
  const wasOver = found.status === 'canceled'
  // Stripe does not find one to cancel that another has cancelled since.
  const cancelled = wasOver
    ? null
    : await stripe.subscriptions
        .cancel(subscriptionId, { prorate, invoice_now: prorate, expand })
        .catch(nullWhenMissing)
  const justEnded = cancelled ?? (wasOver ? found : await read())
  const isUnderWay = await isPaymentPending(stripe, subscriptionId)
  // What is no longer under way may have settled since it was read.
  const ended = !isUnderWay && latestInvoice(justEnded)?.status === 'open' ? await read() : justEnded
  const [lastPeriod = null, ...earlierPeriods] = await readPaidPeriods(stripe, ended, latestInvoice(ended))
  return {
    customerId: idOf(ended.customer),
    plan: planOf(ended),
    currency: ended.currency,
    wasCancelled: cancelled === null,
    isPaidAfterEnd: isPaidLate(latestInvoice(ended), ended),
    isPaymentPending: isUnderWay,
    isCredited: isUnusedCredited(lineTotals(latestInvoice(ended))),
    lastPeriod,
    earlierPeriods,
    earlierLate: await earlierLatePeriods(stripe, ended),
  }
}
