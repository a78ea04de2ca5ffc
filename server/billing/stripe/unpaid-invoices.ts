import type Stripe from 'stripe'
import { sumOf } from '../../../core/billing/sum-amounts.ts'
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
  if (stuck.length === 0 && isStuckDraft(latest)) stuck.push(latest)
  return stuck.length > 0 ? toDate(Math.min(...stuck.map(({ created }) => created))) : null
}

/** Those from before a period was paid are given up: a draft of a subscription cannot be deleted. */
async function listStuckDrafts(stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ subscription, status: 'draft', limit: 100 })
  const stuck = data.filter(isStuckDraft)
  if (stuck.length === 0) return []
  const paidAt = await lastPaidAt(stripe, subscription)
  return stuck.filter(({ created }) => created >= paidAt)
}

/**
 * Every month that stays unpaid has an invoice of its own: the first since one was paid is when the payments failed. Null when
 * that is the one it began with: nothing was ever paid.
 */
export async function oldestUnpaidAt(stripe: Stripe, subscription: string): Promise<Date | null> {
  const unpaid = await listUnpaid(stripe, subscription)
  const oldest = unpaid.length > 1 ? await oldestSincePaid(stripe, subscription, unpaid) : unpaid[0]
  return oldest && !isFirstInvoice(oldest) ? toDate(oldest.created) : null
}

async function oldestSincePaid(stripe: Stripe, subscription: string, unpaid: Stripe.Invoice[]) {
  const paidAt = await lastPaidAt(stripe, subscription)
  const newestFirst = unpaid.toSorted((a, b) => b.created - a.created)
  // What was paid last need not be a period.
  return newestFirst.findLast(({ created }) => created >= paidAt) ?? newestFirst[0]
}

async function lastPaidAt(stripe: Stripe, subscription: string): Promise<number> {
  const { data } = await stripe.invoices.list({ subscription, status: 'paid', limit: 1 })
  return data[0]?.created ?? 0
}

export const isFirstInvoice = ({ billing_reason }: Stripe.Invoice) => billing_reason === 'subscription_create'

export const listUnpaid = (stripe: Stripe, subscription: string) =>
  stripe.invoices
    .list({ subscription, status: 'open', limit: 100, expand: ['data.payments'] })
    .autoPagingToArray({ limit: 1_000 })

export async function readUnpaid(stripe: Stripe, subscription: string): Promise<Amount | null> {
  const open = await listUnpaid(stripe, subscription)
  const unpaid = open.length > 0 ? open : await listStuckDrafts(stripe, subscription)
  const amountMinor = sumOf(unpaid.map((invoice) => invoice.amount_remaining))
  const [first] = unpaid
  return first && amountMinor > 0 ? { amountMinor, currency: first.currency } : null
}
