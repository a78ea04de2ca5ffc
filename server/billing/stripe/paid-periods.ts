import type Stripe from 'stripe'
import { lateMoneyThatCounts, type SubscriptionState } from '../../../core/billing/entitlement.ts'
import { sumOf } from '../../../core/billing/sum-amounts.ts'
import {
  type BilledInvoice,
  type BilledLine,
  billedBefore,
  lineTotalMinor,
  paidForPeriodMinor,
  paidPeriods,
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
  if (!invoice?.id || invoice.status !== 'paid' || subscription.ended_at === null) return null
  const lines = billedLines(invoice)
  const items = subscription.items.data.map(({ current_period_start, current_period_end }) =>
    period(current_period_start, current_period_end),
  )
  const isPaidByCredit = balanceUsedMinor(invoice) > 0 || lines.some(({ totalMinor }) => totalMinor < 0)
  // What is paid for one that has ended unpaid is of one period.
  const isBilledBefore = !isEndedUnpaid(subscription) && billedBefore(items, lines).length > 0
  const all = isPaidByCredit || isBilledBefore ? await listInvoices(stripe, subscription.id) : []
  const billed = (each: Stripe.Invoice) => billedInvoice(each, all)
  const earlier = all.slice(all.findIndex(({ id }) => id === invoice.id) + 1).filter(isBilled)
  const paid = paidPeriods(billed(invoice), isBilledBefore ? earlier.map(billed) : [], items)
  const paidMinor = sumOf(paid.map((each) => each.paidMinor))
  const payments: RefundablePayment[] = []
  let refundedMinor = 0
  for (const { id, payments: made } of [invoice, ...all.filter(({ id }) => id !== invoice.id)])
    for (const { payment, status, amount_paid } of made?.data ?? []) {
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
    paid,
    refundedMinor,
    payments,
    endedAt: toDate(subscription.ended_at),
  }
}

const period = (start: number, end: number) => ({ startsAt: toDate(start), endsAt: toDate(end) })

/** Also what nobody has paid: its credit is given all the same. */
const isBilled = ({ status }: Stripe.Invoice): boolean => status !== 'draft' && status !== 'void'

const balanceUsedMinor = ({ starting_balance, ending_balance }: Stripe.Invoice): number =>
  Math.max(0, (ending_balance ?? 0) - starting_balance)

const billedInvoice = (invoice: Stripe.Invoice, all: Stripe.Invoice[]): BilledInvoice => ({
  lines: billedLines(invoice),
  paidMinor:
    invoice.status === 'paid'
      ? paidForPeriodMinor({
          amountPaidMinor: invoice.amount_paid,
          lineTotals: lineTotals(invoice),
          balanceUsedMinor: balanceUsedMinor(invoice),
          totals: all.map(({ total }) => total),
        })
      : 0,
})

/** The newest first. */
export const listInvoices = (stripe: Stripe, subscription: string) =>
  stripe.invoices
    .list({ subscription, limit: 100, expand: ['data.payments'] })
    .autoPagingToArray({ limit: 1_000 })

const billedLines = ({ lines }: Stripe.Invoice): BilledLine[] =>
  lines.data.map((line) => ({
    ...period(line.period.start, line.period.end),
    totalMinor: lineTotalMinor({
      amountMinor: line.amount,
      discountMinor: sumOf((line.discount_amounts ?? []).map((discount) => discount.amount)),
      addedTaxMinor: sumOf(
        (line.taxes ?? [])
          .filter(({ tax_behavior }) => tax_behavior === 'exclusive')
          .map((tax) => tax.amount),
      ),
    }),
  }))

export const lineTotals = (invoice: Stripe.Invoice | null): number[] =>
  invoice ? billedLines(invoice).map(({ totalMinor }) => totalMinor) : []

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
