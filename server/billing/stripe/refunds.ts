import type Stripe from 'stripe'
import { refundObstacle } from '../../../core/billing/refund-obstacle.ts'
import { sumOf } from '../../../core/billing/sum-amounts.ts'
import { unusedRefundKey } from '../../../core/billing/unused-amount.ts'
import { readDisputeState } from './disputes.ts'
import { isRefused } from './expected-errors.ts'
import { expanded } from './fields.ts'
import type { RefundOrder, RefundResult } from './payment-service.ts'

interface RefundOutcome {
  status?: string | null
  failure_reason?: string
}

const isPaidOut = ({ status }: RefundOutcome): boolean => status !== 'failed' && status !== 'canceled'

/** Its bank did not take it, or the buyer named no account in time. What the operator cancelled is theirs to decide. */
export const isLostRefund = (refund: RefundOutcome): boolean =>
  !isPaidOut(refund) && refund.failure_reason !== 'merchant_request'

/** Refunds carry our key, since an idempotency key is forgotten after a day. */
export async function refundOnce(stripe: Stripe, order: RefundOrder): Promise<RefundResult> {
  const { key, paymentId, amountMinor } = order
  const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })
  const earlier = data.filter(
    ({ metadata }) =>
      metadata?.fairseat === key ||
      // Made by the version before there were jobs.
      (metadata?.subscription && key.startsWith(`unused-${metadata.subscription}-`)),
  )
  const failed = earlier.filter(isLostRefund)
  const made = earlier.filter((refund) => !failed.includes(refund))
  if (made.length > 0)
    return {
      status: 'refunded',
      isNew: false,
      amountMinor: sumOf(made.filter(isPaidOut).map(({ amount }) => amount)),
    }
  const dispute = await readDisputeState(stripe, { payment_intent: paymentId })
  const obstacle = refundObstacle(dispute, failed.length)
  if (obstacle) return obstacle
  const idempotencyKey = `refund-${key}-${failed.length}`
  const create = (amount: number | null, idempotencyKey: string) =>
    stripe.refunds.create(
      { payment_intent: paymentId, metadata: { fairseat: key }, ...(amount !== null && { amount }) },
      { idempotencyKey },
    )
  try {
    const { amount } = await create(amountMinor, idempotencyKey).catch(async (error) => {
      if (amountMinor === null || !isRefused(error)) throw error
      // The operator has given a part back since the amount was decided. Asked for without one, the rest goes back.
      const leftMinor = await readUnrefunded(stripe, paymentId)
      if (leftMinor === 0 || leftMinor >= amountMinor) throw error
      return create(null, `${idempotencyKey}-rest`)
    })
    return { status: 'refunded', isNew: true, amountMinor: amount }
  } catch (error) {
    if (!isRefused(error) || error.code !== 'charge_already_refunded') throw error
    return { status: 'refunded', isNew: false, amountMinor: 0 }
  }
}

async function readUnrefunded(stripe: Stripe, paymentId: string): Promise<number> {
  const payment = await stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] })
  const charge = expanded(payment.latest_charge)
  return charge ? charge.amount - charge.amount_refunded : 0
}

/** Without those of what was not used: asked for again, the same is to be given back. */
export async function sumRefunds(stripe: Stripe, paymentId: string, subscriptionId: string): Promise<number> {
  const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })
  const others = data.filter(
    (refund) =>
      !refund.metadata?.fairseat?.startsWith(unusedRefundKey(subscriptionId, '')) &&
      // Made by the version before there were jobs.
      refund.metadata?.subscription !== subscriptionId &&
      isPaidOut(refund),
  )
  return sumOf(others.map(({ amount }) => amount))
}
