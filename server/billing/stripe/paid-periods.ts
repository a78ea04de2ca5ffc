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
import type { CancelledSubscription, LastPeriod } from './payment-service.ts'
import { sumRefunds } from './refunds.ts'
import { isEndedUnpaid, latestInvoice } from './subscriptions.ts'

/**
 * What was paid for periods of a subscription that has ended, by an invoice or by credit of earlier ones: first by this invoice,
 * then by earlier ones that have billed what went on.
 */
export async function readPaidPeriods(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  shown: Stripe.Invoice | null,
): Promise<LastPeriod[]> {
  if (!shown?.id || shown.status !== 'paid' || subscription.ended_at === null) return []
  const endedAt = toDate(subscription.ended_at)
  const invoice = await withAllLines(stripe, shown)
  const lines = billedLines(invoice)
  const items = subscription.items.data.map(({ current_period_start, current_period_end }) =>
    period(current_period_start, current_period_end),
  )
  const isPaidByCredit = balanceUsedMinor(invoice) > 0 || lines.some(({ totalMinor }) => totalMinor < 0)
  // What is paid for one that has ended unpaid is of one period.
  const isBilledBefore = !isEndedUnpaid(subscription) && billedBefore(items, lines).length > 0
  const all = isPaidByCredit || isBilledBefore ? await listInvoices(stripe, subscription.id) : []
  const before = all.slice(all.findIndex(({ id }) => id === invoice.id) + 1)
  const earlier: Stripe.Invoice[] = []
  if (isBilledBefore)
    for (const each of before.filter(isBilled)) earlier.push(await withAllLines(stripe, each))
  const billed = (each: Stripe.Invoice) => billedInvoice(each, all)
  const ofEach = paidPeriods(billed(invoice), earlier.map(billed), items)
  const periods: LastPeriod[] = []
  for (const [index, each] of [invoice, ...earlier].entries()) {
    const paid = ofEach[index] ?? []
    const paidMinor = sumOf(paid.map((part) => part.paidMinor))
    if (paidMinor === 0) continue
    const older = index === 0 ? before : before.slice(before.findIndex(({ id }) => id === each.id) + 1)
    const found = await readPayments(stripe, subscription.id, { invoice: each, older, paidMinor })
    if (found.payments.length > 0) periods.push({ invoiceId: each.id ?? '', paid, endedAt, ...found })
  }
  return periods
}

/** Of this invoice and, where credit has paid for a part, of older ones. */
async function readPayments(
  stripe: Stripe,
  subscriptionId: string,
  { invoice, older, paidMinor }: { invoice: Stripe.Invoice; older: Stripe.Invoice[]; paidMinor: number },
): Promise<Pick<LastPeriod, 'payments' | 'refundedMinor'>> {
  const payments: RefundablePayment[] = []
  let refundedMinor = 0
  for (const { id, payments: made } of [invoice, ...older])
    for (const { payment, status, amount_paid } of made?.data ?? []) {
      const paymentId = idOf(payment.payment_intent)
      if (status !== 'paid' || !paymentId || sumOf(payments.map(({ leftMinor }) => leftMinor)) >= paidMinor)
        continue
      const others = await sumRefunds(stripe, paymentId, subscriptionId)
      if (id === invoice.id) refundedMinor += others
      const leftMinor = Math.max(0, (amount_paid ?? 0) - others)
      payments.push({ paymentId, leftMinor, isLost: await isDisputeLost(stripe, paymentId) })
    }
  return { payments, refundedMinor }
}

/** Stripe shows ten with an invoice. */
async function withAllLines(stripe: Stripe, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  if (!invoice.lines.has_more || !invoice.id) return invoice
  const lines = stripe.invoices.listLineItems(invoice.id, { limit: 100 })
  const data = await lines.autoPagingToArray({ limit: 1_000 })
  return { ...invoice, lines: { ...invoice.lines, data, has_more: false } }
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
  const periods = await Promise.all(earlier.map((invoice) => readPaidPeriods(stripe, subscription, invoice)))
  return periods.flat()
}
