import { z } from 'zod'
import { cancelAtPeriodEnd } from '../behaviour/cancel-subscription.ts'
import { startSubscription } from '../behaviour/start-subscription.ts'
import type { Tx } from '../behaviour/tx.ts'
import type { Price } from '../objects/catalogue.ts'
import type { PaymentMethod } from '../objects/payment.ts'
import { type BillingMode, intervalsOf } from '../objects/subscription.ts'
import { billingMode, billingModeOf } from './billing-mode.ts'
import { expand, flag, integer, mergeMetadata, metadata, text } from './params.ts'
import { find } from './route.ts'
import { badParam, StripeError } from './stripe-error.ts'

const item = z.strictObject({ metadata, price: text, quantity: integer.optional() })

export const subscriptionParams = z.strictObject({
  ...expand,
  add_invoice_items: z.array(z.strictObject({ price: text, quantity: integer.optional() })).optional(),
  billing_mode: billingMode,
  cancel_at_period_end: flag.optional(),
  collection_method: z.literal('charge_automatically').optional(),
  customer: text,
  default_payment_method: text.optional(),
  description: text.optional(),
  items: z.array(item).min(1).max(20),
  metadata,
  off_session: flag.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'error_if_incomplete']).optional(),
  trial_end: integer.optional(),
  trial_period_days: integer.pipe(z.number().min(0).max(730)).optional(),
})

const daySeconds = 86_400

export function createSubscription(tx: Tx, params: z.output<typeof subscriptionParams>, version: string) {
  const customer = find(tx, 'customers', params.customer, 'customer')
  const mode = billingModeOf(params.billing_mode, version)
  const recurring = params.items.map(({ price: id, quantity = 1 }, index) => {
    const price = find(tx, 'prices', id, `items[${index}][price]`)
    if (!price.recurring)
      throw badParam(`items[${index}][price]`, `The price specified is set to \`type=one_time\`.`)
    return { price, quantity }
  })
  const oneTime = (params.add_invoice_items ?? []).map(({ price: id, quantity = 1 }, index) => ({
    price: find(tx, 'prices', id, `add_invoice_items[${index}][price]`),
    quantity,
  }))
  const items = [...recurring, ...oneTime]
  checkItems(
    items.map(({ price }) => price),
    mode,
  )
  const days = params.trial_period_days
  const trialEnd = params.trial_end ?? (days ? tx.now + days * daySeconds : null)
  const dueNow = (trialEnd === null ? items : oneTime).some(({ price }) => price.unit_amount > 0)
  const id = params.default_payment_method ?? customer.invoice_settings.default_payment_method
  const method = id ? find(tx, 'payment_methods', id, 'default_payment_method') : undefined
  checkMethod(method, customer.id, dueNow)
  const { subscription, outcome } = startSubscription(tx, {
    customer: customer.id,
    currency: recurring[0]?.price.currency ?? 'usd',
    items,
    trialEnd,
    billingMode: mode,
    method,
    authenticated: false,
    metadata: mergeMetadata({}, params.metadata),
    description: params.description ?? null,
  })
  if (outcome === 'failed' && params.payment_behavior === 'error_if_incomplete')
    throw new StripeError(402, 'Your card was declined.', { type: 'card_error', code: 'card_declined' })
  return params.cancel_at_period_end ? cancelAtPeriodEnd(tx, subscription, true) : subscription
}

function checkItems(prices: Price[], mode: BillingMode) {
  if (new Set(prices.map(({ currency }) => currency)).size > 1)
    throw badParam('items', 'All prices on a subscription must have the same currency.')
  const intervals = new Set(intervalsOf(prices))
  if (mode === 'flexible' || intervals.size <= 1) return
  const message =
    'Currently, all items on a subscription with `billing_mode[type]=classic` must have the same billing interval.'
  throw badParam('items', message)
}

function checkMethod(method: PaymentMethod | undefined, customer: string, dueNow: boolean) {
  if (method && method.customer !== customer) {
    const message = `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`
    throw new StripeError(400, message, { code: 'resource_missing', param: 'default_payment_method' })
  }
  if (method || !dueNow) return
  const message =
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.'
  throw new StripeError(400, message, { code: 'resource_missing' })
}
