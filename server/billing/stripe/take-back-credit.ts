import type Stripe from 'stripe'
import { creditToTakeBackMinor } from '../../../core/billing/guarantee.ts'
import { nullWhenMissing } from './expected-errors.ts'
import { idOf } from './fields.ts'
import { listInvoices } from './paid-periods.ts'

export async function takeBackCredit(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId).catch(nullWhenMissing)
  const customerId = idOf(subscription?.customer)
  if (!subscription || !customerId) return
  const customer = await stripe.customers.retrieve(customerId)
  if (customer.deleted || customer.currency !== subscription.currency) return
  const entries = await stripe.customers
    .listBalanceTransactions(customerId, { limit: 100 })
    .autoPagingToArray({ limit: 1_000 })
  const key = `credit-of-${subscriptionId}`
  if (entries.some(({ metadata }) => metadata?.fairseat === key)) return
  const invoices = await listInvoices(stripe, subscriptionId)
  const amount = creditToTakeBackMinor(
    invoices.map(({ total }) => total),
    customer.balance,
  )
  if (amount === 0) return
  await stripe.customers.createBalanceTransaction(
    customerId,
    { amount, currency: subscription.currency, metadata: { fairseat: key } },
    { idempotencyKey: key },
  )
}
