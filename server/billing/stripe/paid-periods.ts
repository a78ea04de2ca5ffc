import type Stripe from 'stripe'
import { lateMoneyThatCounts, type SubscriptionState } from '../../../core/billing/entitlement.ts'
import { sumOf } from '../../../core/billing/sum-amounts.ts'
import {
  lineTotalMinor,
  paidForPeriodMinor,
  type RefundablePayment,
} from '../../../core/billing/unused-amount.ts'
import { isDisputeLost } from './disputes.ts'
import { expanded, idOf, toDate } from './fields.ts'
import type { CancelledSubscription } from './payment-service.ts'
import { sumRefunds } from './refunds.ts'
import { isEndedUnpaid, latestInvoice } from './subscriptions.ts'

/** What was paid for a period of a subscription that has ended, by its invoice or by credit of earlier ones. */
export async function paidPeriod(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice | null,
): Promise<CancelledSubscription['lastPeriod']> {
  const item = subscription.items.data[0]
  if (!item || !invoice?.id || invoice.status !== 'paid' || subscription.ended_at === null) return null
  const lines = lineTotals(invoice)
  const balanceUsedMinor = Math.max(0, (invoice.ending_balance ?? 0) - invoice.starting_balance)
  const isPaidByCredit = balanceUsedMinor > 0 || lines.some((total) => total < 0)
  const all = isPaidByCredit ? await listInvoices(stripe, subscription.id) : []
  const paidMinor = paidForPeriodMinor({
    amountPaidMinor: invoice.amount_paid,
    lineTotals: lines,
    balanceUsedMinor,
    totals: all.map(({ total }) => total),
  })
  const payments: RefundablePayment[] = []
  let refundedMinor = 0
  for (const { id, payments: paid } of [invoice, ...all.filter(({ id }) => id !== invoice.id)])
    for (const { payment, status, amount_paid } of paid?.data ?? []) {
      const paymentId = idOf(payment.payment_intent)
      if (status !== 'paid' || !paymentId || sumOf(payments.map(({ leftMinor }) => leftMinor)) >= paidMinor)
        continue
      const others = await sumRefunds(stripe, paymentId, subscription.id)
      if (id === invoice.id) refundedMinor += others
      const leftMinor = Math.max(0, (amount_paid ?? 0) - others)
      payments.push({ paymentId, leftMinor, isLost: await isDisputeLost(stripe, paymentId) })
    }
  if (paidMinor === 0 || payments.length === 0) return null
  return {
    invoiceId: invoice.id,
    paidMinor,
    refundedMinor,
    payments,
    startsAt: toDate(item.current_period_start),
    endsAt: toDate(item.current_period_end),
    endedAt: toDate(subscription.ended_at),
  }
}

/** The newest first. */
export const listInvoices = (stripe: Stripe, subscription: string) =>
  stripe.invoices
    .list({ subscription, limit: 100, expand: ['data.payments'] })
    .autoPagingToArray({ limit: 1_000 })

export const lineTotals = (invoice: Stripe.Invoice | null): number[] =>
  invoice?.lines.data.map(({ amount, discount_amounts, taxes }) =>
    lineTotalMinor({
      amountMinor: amount,
      discountMinor: sumOf((discount_amounts ?? []).map((discount) => discount.amount)),
      addedTaxMinor: sumOf(
        (taxes ?? []).filter(({ tax_behavior }) => tax_behavior === 'exclusive').map((tax) => tax.amount),
      ),
    }),
  ) ?? []

export function isPaidLate(invoice: Stripe.Invoice | null, { ended_at }: Stripe.Subscription): boolean {
  if (!invoice?.amount_paid || ended_at === null) return false
  return (invoice.status_transitions.paid_at ?? 0) > ended_at
}

/** The newest first. While it is past due Stripe goes on to bill it: one that ends unpaid leaves several that can be paid. */
async function listPaidLate(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  const all = isEndedUnpaid(subscription)
    ? await listInvoices(stripe, subscription.id)
    : [latestInvoice(subscription)]
  return all.filter((invoice) => invoice !== null).filter((invoice) => isPaidLate(invoice, subscription))
}

export async function readPaidAfterEnd(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  succeeded: Stripe.PaymentIntent[],
): Promise<SubscriptionState['paidAfterEnd']> {
  const invoices = await listPaidLate(stripe, subscription)
  const late = await Promise.all(invoices.map((invoice) => lateMoney(stripe, invoice, succeeded)))
  return lateMoneyThatCounts(late)
}

async function lateMoney(stripe: Stripe, invoice: Stripe.Invoice, succeeded: Stripe.PaymentIntent[]) {
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id ?? '', limit: 100 })
  const ids = data.map(({ payment }) => idOf(payment.payment_intent))
  const charges = succeeded
    .filter(({ id }) => ids.includes(id))
    .map(({ latest_charge }) => expanded(latest_charge))
  return {
    amountMinor: invoice.amount_paid,
    refundedMinor: sumOf(charges.map((charge) => charge?.amount_refunded ?? 0)),
  }
}

export async function earlierLatePeriods(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<CancelledSubscription['earlierLate']> {
  if (!isEndedUnpaid(subscription)) return []
  const late = await listPaidLate(stripe, subscription)
  const earlier = late.filter(({ id }) => id !== latestInvoice(subscription)?.id)
  const periods = await Promise.all(earlier.map((invoice) => paidPeriod(stripe, subscription, invoice)))
  return periods.filter((period) => period !== null)
}
