import type Stripe from 'stripe'
import { sumOf } from '../../../core/billing/sum-amounts.ts'
import { paymentFailedAt, sincePaid, type UnpaidInvoice } from '../../../core/billing/unpaid-invoices.ts'
import { toDate } from './fields.ts'
import type { Amount } from './payment-service.ts'
import { latestInvoice } from './subscriptions.ts'

/** The operator may want a draft: after a pause of the collection, or until a date of their own. */
export const isStuckDraft = ({ status, last_finalization_error }: Stripe.Invoice): boolean =>
  status === 'draft' && last_finalization_error !== null

/** A new draft has no error yet; what decides is the oldest since a period was paid. */
export async function stuckSince(stripe: Stripe, subscription: Stripe.Subscription): Promise<Date | null> {
  const latest = latestInvoice(subscription)
  if (subscription.pause_collection || latest?.status !== 'draft') return null
  const stuck = await listStuckDrafts(stripe, subscription.id)
  if (stuck.length === 0 && isStuckDraft(latest)) stuck.push(unpaidInvoice(latest))
  const [oldest] = stuck.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  return oldest?.createdAt ?? null
}

async function listStuckDrafts(stripe: Stripe, subscription: string): Promise<UnpaidInvoice[]> {
  const { data } = await stripe.invoices.list({ subscription, status: 'draft', limit: 100 })
  const stuck = data.filter(isStuckDraft).map(unpaidInvoice)
  return stuck.length > 0 ? sincePaid(stuck, await readLastPaidAt(stripe, subscription)) : []
}

export async function readPaymentFailedAt(stripe: Stripe, subscription: string): Promise<Date | null> {
  const unpaid = (await listUnpaid(stripe, subscription)).map(unpaidInvoice)
  // One counts whatever was paid since.
  return paymentFailedAt(unpaid, unpaid.length > 1 ? await readLastPaidAt(stripe, subscription) : null)
}

async function readLastPaidAt(stripe: Stripe, subscription: string): Promise<Date | null> {
  const { data } = await stripe.invoices.list({ subscription, status: 'paid', limit: 1 })
  return data[0] ? toDate(data[0].created) : null
}

const unpaidInvoice = (invoice: Stripe.Invoice): UnpaidInvoice => ({
  createdAt: toDate(invoice.created),
  amountMinor: invoice.amount_remaining,
  currency: invoice.currency,
  isFirst: isFirstInvoice(invoice),
})

export const isFirstInvoice = ({ billing_reason }: Stripe.Invoice) => billing_reason === 'subscription_create'

export const listUnpaid = (stripe: Stripe, subscription: string) =>
  stripe.invoices
    .list({ subscription, status: 'open', limit: 100, expand: ['data.payments'] })
    .autoPagingToArray({ limit: 1_000 })

export async function readUnpaid(stripe: Stripe, subscription: string): Promise<Amount | null> {
  const open = (await listUnpaid(stripe, subscription)).map(unpaidInvoice)
  const unpaid = open.length > 0 ? open : await listStuckDrafts(stripe, subscription)
  const amountMinor = sumOf(unpaid.map((invoice) => invoice.amountMinor))
  const [first] = unpaid
  return first && amountMinor > 0 ? { amountMinor, currency: first.currency } : null
}
