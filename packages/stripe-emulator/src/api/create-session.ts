import { z } from 'zod'
import { findAmount } from '../behaviour/amount-in.ts'
import { schedule, type Tx } from '../behaviour/tx.ts'
import { newPrice, type Price } from '../objects/catalogue.ts'
import {
  type LineItem,
  newCheckoutSession,
  newInvoiceCreation,
  newLineItem,
} from '../objects/checkout-session.ts'
import { minimumAmount } from '../objects/minimum-amounts.ts'
import { paymentMethodTypes } from '../objects/payment.ts'
import { intervalsOf } from '../objects/subscription.ts'
import { billingMode, billingModeOf } from './billing-mode.ts'
import { createProduct, currency, recurring } from './catalogue-routes.ts'
import { expand, flag, integer, mergeMetadata, metadata, text, unknownParam, url } from './params.ts'
import { find } from './route.ts'
import { badParam, StripeError } from './stripe-error.ts'

const priceData = z.strictObject({
  currency,
  product: text.optional(),
  product_data: z.strictObject({ name: text, description: text.optional(), metadata }).optional(),
  recurring: recurring.optional(),
  unit_amount: integer,
})

export const sessionParams = z.strictObject({
  ...expand,
  allow_promotion_codes: flag.optional(),
  allowed_payment_method_types: z.array(text).min(1).optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  branding_settings: z
    .strictObject({
      border_style: z.enum(['pill', 'rectangular', 'rounded']).optional(),
      button_color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i, 'Invalid hex color')
        .optional(),
      display_name: text.optional(),
      logo: z.strictObject({ type: z.literal('url'), url }).optional(),
    })
    .optional(),
  adaptive_pricing: z.strictObject({ enabled: flag.optional() }).optional(),
  cancel_url: url.optional(),
  currency: currency.optional(),
  client_reference_id: text.max(200).optional(),
  customer: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_email: text.optional(),
  customer_update: z.strictObject({ address: text.optional(), name: text.optional() }).optional(),
  excluded_payment_method_types: z.array(text).optional(),
  expires_at: integer.optional(),
  invoice_creation: z
    .strictObject({ enabled: flag, invoice_data: z.strictObject({ metadata }).optional() })
    .optional(),
  line_items: z
    .array(
      z.strictObject({
        price: text.optional(),
        price_data: priceData.optional(),
        quantity: integer.optional(),
      }),
    )
    .min(1),
  locale: text.optional(),
  metadata,
  mode: z.enum(['payment', 'subscription']),
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata,
      receipt_email: text.optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
    })
    .optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  payment_method_types: z.array(text).min(1).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  subscription_data: z
    .strictObject({
      billing_mode: billingMode,
      description: text.optional(),
      metadata,
      trial_end: integer.optional(),
      trial_period_days: integer.pipe(z.number().min(1).max(730)).optional(),
      trial_settings: z
        .strictObject({ end_behavior: z.strictObject({ missing_payment_method: text }) })
        .optional(),
    })
    .optional(),
  success_url: url,
  tax_id_collection: z.strictObject({ enabled: flag }).optional(),
  ui_mode: z.literal('hosted_page').optional(),
})

type SessionParams = z.output<typeof sessionParams>

const minimumSeconds = 30 * 60
const maximumSeconds = 24 * 3_600
/** A caller's clock and ours may be this far apart. */
const slackSeconds = 5

export function createSession(tx: Tx, params: SessionParams, version: string) {
  const { mode, subscription_data: forSubscription, payment_intent_data: forPayment } = params
  checkMode(params)
  if (params.customer && params.customer_email) {
    throw new StripeError(400, 'You may only specify one of these parameters: customer, customer_email.')
  }
  if (params.customer) find(tx, 'customers', params.customer, 'customer')
  const lineItems = params.line_items.map((item, index) => {
    const price = item.price_data ? makePrice(tx, item.price_data) : findPrice(tx, item.price, index)
    const quantity = checkQuantity(item.quantity, index)
    const wanted = params.currency?.toLowerCase() ?? price.currency
    const unitAmount = findAmount(tx, price, wanted)
    if (unitAmount === undefined)
      throw badParam(
        'currency',
        `The price specified does not support \`${wanted}\`. Add it to the price's \`currency_options\` first.`,
      )
    const name = tx.get('products', price.product)?.name ?? ''
    return newLineItem(price, quantity, name, { currency: wanted, unitAmount })
  })
  checkTax(params, lineItems)
  checkPrices(
    mode,
    lineItems.map(({ price }) => price),
  )
  const hasTrial = Boolean(forSubscription?.trial_period_days ?? forSubscription?.trial_end)
  const hasInvoice = params.invoice_creation?.enabled ?? false
  const currency = lineItems[0]?.currency ?? 'usd'
  if (mode === 'subscription' && params.customer) checkCurrency(tx, params.customer, currency)
  const session = newCheckoutSession(tx.now, {
    ...params,
    amount: amountDue(lineItems, hasTrial, currency),
    currency,
    customer_creation:
      params.customer_creation ??
      (params.customer ? null : mode === 'subscription' || hasInvoice ? 'always' : 'if_required'),
    invoiceCreation: newInvoiceCreation(
      hasInvoice,
      mergeMetadata({}, params.invoice_creation?.invoice_data?.metadata),
    ),
    metadata: mergeMetadata({}, params.metadata),
    expires_at: expiryOf(tx, params.expires_at),
    payment_method_types: methodTypes(params, version),
    publicUrl: tx.settings.publicUrl,
  })
  tx.put('sessions', session)
  tx.put('session_plans', {
    id: session.id,
    lineItems,
    trialEnd: forSubscription?.trial_end ?? null,
    trialDays: forSubscription?.trial_period_days ?? null,
    subscriptionMetadata: mergeMetadata({}, forSubscription?.metadata),
    subscriptionDescription: forSubscription?.description ?? null,
    billingMode: billingModeOf(forSubscription?.billing_mode, version),
    paymentMetadata: mergeMetadata({}, forPayment?.metadata),
    paymentDescription: forPayment?.description ?? null,
    receiptEmail: forPayment?.receipt_email ?? null,
    setupFutureUsage: forPayment?.setup_future_usage ?? null,
    promotionCode: null,
    savesAddress: params.customer_update?.address === 'auto' || !params.customer,
    authenticating: null,
  })
  schedule(tx, 'expire-session', session.id, session.expires_at)
  return session
}

/** docs.stripe.com/invoicing/multi-currency-customers: no two active subscriptions with different currencies. */
function checkCurrency(tx: Tx, customer: string, currency: string) {
  const other = tx
    .all('subscriptions')
    .find((row) => row.customer === customer && row.ended_at === null && row.currency !== currency)
  if (other)
    throw badParam(
      'currency',
      `You cannot combine currencies on a single customer. This customer has an active subscription with currency ${other.currency}.`,
    )
}

function checkMode(params: SessionParams) {
  const wrong = params.mode === 'payment' ? 'subscription_data' : 'payment_intent_data'
  if (params[wrong]) throw badParam(wrong, `You can not pass \`${wrong}\` in \`${params.mode}\` mode.`)
  if (params.mode === 'subscription' && params.invoice_creation?.enabled)
    throw badParam(
      'invoice_creation',
      'You can only enable invoice creation when `mode` is set to `payment`.',
    )
}

/** `payment_method_types` was replaced by `allowed_payment_method_types` in this version (changelog of stripe-node 23.0.0). */
const allowedTypesSince = '2026-09-30'

function methodTypes(params: SessionParams, version: string): string[] {
  const { payment_method_types: listed, allowed_payment_method_types: allowed } = params
  const excluded = params.excluded_payment_method_types ?? []
  if (listed && version >= allowedTypesSince) throw unknownParam(['payment_method_types'])
  const wished = listed ?? allowed
  const types = paymentMethodTypes.filter(
    (type) => (!wished || wished.includes(type)) && !excluded.includes(type),
  )
  if (types.length > 0) return types
  throw new StripeError(400, 'No valid payment method types for this Checkout Session.')
}

/** docs.stripe.com/tax/checkout: a tax behaviour, and an address that the customer has or that Checkout may save. */
function checkTax(params: SessionParams, lineItems: LineItem[]) {
  if (params.tax_id_collection?.enabled && params.customer && params.customer_update?.name !== 'auto')
    throw badParam(
      'customer_update[name]',
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
    )
  if (!params.automatic_tax?.enabled) return
  if (lineItems.some(({ price }) => price.tax_behavior === 'unspecified'))
    throw badParam('line_items', 'Automatic tax needs a `tax_behavior` on every price.')
  if (params.customer && params.customer_update?.address !== 'auto')
    throw badParam(
      'customer_update[address]',
      'Automatic tax calculation in Checkout requires a valid address on the Customer. Set `customer_update[address]` to `auto` to save the address that is entered in Checkout.',
    )
}

function checkQuantity(quantity: number | undefined, index: number): number {
  const param = `line_items[${index}][quantity]`
  if (quantity === undefined) throw badParam(param, `Missing required param: ${param}.`, 'parameter_missing')
  if (quantity >= 1) return quantity
  throw badParam(param, 'This value must be greater than or equal to 1.', 'parameter_invalid_integer')
}

/** What is paid now: a trial defers the recurring prices, never the one-time ones. */
function amountDue(lineItems: LineItem[], hasTrial: boolean, currency: string): number {
  const dueNow = lineItems.filter(({ price }) => !(hasTrial && price.recurring))
  const amount = dueNow.reduce((sum, item) => sum + item.amount_total, 0)
  const minimum = minimumAmount(currency)
  if (amount === 0 || amount >= minimum) return amount
  const message = `The Checkout Session's total amount due must add up to at least ${minimum} ${currency} (in minor units).`
  throw new StripeError(400, message, { code: 'amount_too_small' })
}

function findPrice(tx: Tx, id: string | undefined, index: number): Price {
  const param = `line_items[${index}][price]`
  if (!id) throw badParam(param, `Missing required param: ${param}.`, 'parameter_missing')
  const price = find(tx, 'prices', id, param)
  if (!price.active) {
    throw badParam(param, 'The price specified is inactive. This field only accepts active prices.')
  }
  return price
}

/** A price made on the spot; like Stripe's it is not offered to anybody else. */
function makePrice(tx: Tx, data: z.output<typeof priceData>): Price {
  const { product_data, ...rest } = data
  const product = product_data
    ? createProduct(tx, product_data)
    : find(tx, 'products', rest.product, 'line_items[0][price_data][product]')
  return tx.put('prices', newPrice(tx.now, { ...rest, product: product.id, active: false }))
}

function checkPrices(mode: SessionParams['mode'], prices: Price[]) {
  const [first] = prices
  const other = prices.find(({ currency }) => currency !== first?.currency)
  if (other) {
    const message = `The price specified only supports \`${other.currency}\`. This doesn't match the expected currency: \`${first?.currency}\`.`
    throw badParam('line_items', message)
  }
  // Mixed intervals are for the Subscriptions API, in flexible billing mode.
  if (new Set(intervalsOf(prices)).size > 1)
    throw badParam(
      'line_items',
      'Checkout does not support multiple prices with different billing intervals.',
    )
  if (mode === 'subscription' && !prices.some((price) => price.recurring)) {
    const message = 'You must provide at least one recurring price in `subscription` mode when using prices.'
    throw badParam('line_items', message)
  }
  if (mode === 'payment' && prices.some((price) => price.recurring)) {
    const message =
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.'
    throw badParam('mode', message)
  }
}

function expiryOf(tx: Tx, wished: number | undefined): number {
  if (wished === undefined) return tx.now + maximumSeconds
  // Callers count from the real clock. If ours was moved, what they wish is moved along.
  const fromReal = wished - Math.floor(tx.realMs / 1000)
  const isFromReal = fromReal >= minimumSeconds - slackSeconds && fromReal <= maximumSeconds
  const fromNow = isFromReal ? fromReal : wished - tx.now
  if (fromNow < minimumSeconds - slackSeconds) {
    const message = 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.'
    throw badParam('expires_at', message)
  }
  if (fromNow > maximumSeconds) {
    const message = 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.'
    throw badParam('expires_at', message)
  }
  return tx.now + fromNow
}
