import type Stripe from 'stripe'
import { disputeState } from '../../../core/billing/dispute.ts'
import { expanded, idOf } from './fields.ts'

export async function readDisputeState(stripe: Stripe, about: Stripe.DisputeListParams) {
  const { data } = await stripe.disputes.list(about)
  return disputeState(
    data.map(({ status, payment_method_details }) => ({
      status,
      caseType: payment_method_details?.card?.case_type ?? null,
    })),
  )
}

export const isDisputeLost = async (stripe: Stripe, paymentId: string): Promise<boolean> =>
  (await readDisputeState(stripe, { payment_intent: paymentId })) === 'lost'

/** Subscriptions of which the bank has taken a payment back. */
export async function findDisputedSubscriptions(
  stripe: Stripe,
  payments: Stripe.PaymentIntent[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const payment of payments) {
    const charge = expanded(payment.latest_charge)
    if (!charge?.disputed || !(await isDisputeLost(stripe, payment.id))) continue
    const { data } = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: payment.id },
      expand: ['data.invoice'],
    })
    for (const { invoice } of data) {
      if (typeof invoice === 'string' || invoice.deleted) continue
      const subscription = idOf(invoice.parent?.subscription_details?.subscription)
      if (subscription) found.add(subscription)
    }
  }
  return found
}
