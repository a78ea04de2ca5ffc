import type Stripe from 'stripe'
import type { UnsettledPayment } from '../../../core/billing/entitlement.ts'
import { expanded, idOf, toDate } from './fields.ts'
import { listUnpaid } from './unpaid-invoices.ts'

/** Vouchers and bank transfers: the buyer has been told what to pay and where. */
const awaited = /^(\w+)_display_details$|^display_(bank_transfer)_instructions$/

/** A bank asks to confirm a card in `requires_action` too: that is no money on its way. */
export const isPending = ({ status, next_action }: Stripe.PaymentIntent): boolean =>
  status === 'processing' || (status === 'requires_action' && awaited.test(next_action?.type ?? ''))

export function methodOf({ next_action, latest_charge }: Stripe.PaymentIntent): string {
  const [, voucher, transfer] = awaited.exec(next_action?.type ?? '') ?? []
  const charge = expanded(latest_charge)
  return voucher ?? transfer ?? charge?.payment_method_details?.type ?? 'unknown'
}

export const pendingPayment = (intent: Stripe.PaymentIntent): UnsettledPayment => ({
  id: intent.id,
  amountMinor: intent.amount,
  currency: intent.currency,
  pendingSince: toDate(intent.created),
  pendingMethod: methodOf(intent),
})

/** The end of a subscription does not stop a debit or a voucher that is under way. */
export async function isPaymentPending(stripe: Stripe, subscription: string): Promise<boolean> {
  const unpaid = await listUnpaid(stripe, subscription)
  for (const { payment } of unpaid.flatMap(({ payments }) => payments?.data ?? [])) {
    const id = idOf(payment.payment_intent)
    if (id && isPending(await stripe.paymentIntents.retrieve(id))) return true
  }
  return false
}
