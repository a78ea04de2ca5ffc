import { z } from 'zod'
import { findAmount } from '../behaviour/amount-in.ts'
import {
  cancelAt,
  cancelAtPeriodEnd,
  cancelSubscription,
  emitSubscriptionChange,
} from '../behaviour/cancel-subscription.ts'
import { cardOf, moveTrialEnd, voidInvoice } from '../behaviour/change-subscription.ts'
import { finalizeInvoice } from '../behaviour/create-invoice.ts'
import { emit } from '../behaviour/emit-event.ts'
import { payInvoice, setDelinquent, subscriptionOf } from '../behaviour/pay-invoice.ts'
import { previewInvoice } from '../behaviour/preview-invoice.ts'
import { mustGet, type Tx, unschedule, update } from '../behaviour/tx.ts'
import { planOf } from '../objects/catalogue.ts'
import { intervalsOf, type Subscription } from '../objects/subscription.ts'
import { createSubscription, subscriptionParams } from './create-subscription.ts'
import { cut } from './page.ts'
import {
  created,
  emptyable,
  expand,
  flag,
  given,
  integer,
  mergeMetadata,
  metadata,
  paging,
  text,
} from './params.ts'
import { find, listRoute, onlyExpand, type Route, retrieveRoute, route } from './route.ts'
import { badParam, noSuch, StripeError } from './stripe-error.ts'

const cancellationDetails = z.strictObject({ comment: emptyable(text), feedback: emptyable(text) }).optional()
const changeParams = z.strictObject({
  ...expand,
  cancel_at: emptyable(z.union([z.enum(['max_period_end', 'min_period_end']), integer])),
  cancel_at_period_end: flag.optional(),
  cancellation_details: cancellationDetails,
  default_payment_method: text.optional(),
  description: emptyable(text),
  items: z
    .array(z.strictObject({ id: text, price: text }))
    .min(1)
    .optional(),
  metadata,
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  trial_end: z.union([z.literal('now'), integer]).optional(),
})
const cancelParams = z.strictObject({
  ...expand,
  cancellation_details: cancellationDetails,
  invoice_now: flag.optional(),
  prorate: flag.optional(),
})
const statuses = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

/** Without a status everything that is not cancelled is meant. */
function hasStatus({ status }: Subscription, wanted: (typeof statuses)[number] | null): boolean {
  if (wanted === 'all') return true
  if (wanted === 'ended') return ['canceled', 'incomplete_expired'].includes(status)
  return wanted === null ? status !== 'canceled' : status === wanted
}

/**
 * docs.stripe.com/api/subscriptions/update: without proration the period that was billed stays as it is, and the
 * next one is billed at the new price, which has one in the subscription's currency
 * (docs.stripe.com/products-prices/pricing-models#multicurrency). Another interval would begin a new period, which the emulator does not do here.
 */
function withPrices(tx: Tx, subscription: Subscription, changes: { id: string; price: string }[]) {
  const data = [...subscription.items.data]
  for (const [index, change] of changes.entries()) {
    const place = data.findIndex(({ id }) => id === change.id)
    const item = data[place]
    if (!item) throw noSuch('subscription_item', change.id, `items[${index}][id]`)
    const price = find(tx, 'prices', change.price, `items[${index}][price]`)
    if (!price.active)
      throw badParam(
        `items[${index}][price]`,
        'The price specified is inactive. This field only accepts active prices.',
      )
    if (
      findAmount(tx, price, subscription.currency) === undefined ||
      `${intervalsOf([price])}` !== `${intervalsOf([item.price])}`
    )
      throw badParam(
        `items[${index}][price]`,
        'The emulator changes to a price of the same currency and interval only.',
      )
    data[place] = { ...item, price, plan: planOf(price) }
  }
  return data
}

export const subscriptionRoutes: Route[] = [
  route('POST', '/v1/subscriptions', subscriptionParams, ({ tx, params, version }) =>
    createSubscription(tx, params, version),
  ),
  retrieveRoute('/v1/subscriptions', 'subscriptions'),
  listRoute(
    '/v1/subscriptions',
    'subscriptions',
    {
      created,
      customer: text,
      price: text,
      status: z.enum(statuses).nullable().default(null),
    },
    { status: hasStatus, price: ({ items }, wanted) => items.data.some(({ price }) => price.id === wanted) },
  ),

  route('POST', '/v1/subscriptions/:id', changeParams, ({ tx, params, ids }) => {
    const before = find(tx, 'subscriptions', ids[0])
    const {
      expand: _,
      metadata: change,
      cancellation_details,
      cancel_at,
      cancel_at_period_end,
      items,
      trial_end,
      ...rest
    } = params
    const changesMore = [cancel_at, cancel_at_period_end, items, trial_end, rest.default_payment_method].some(
      (value) => value !== undefined,
    )
    if (before.status === 'canceled' && changesMore) {
      const message = 'A canceled subscription can only update its cancellation_details and metadata.'
      throw new StripeError(400, message)
    }
    if (rest.default_payment_method) {
      find(tx, 'payment_methods', rest.default_payment_method, 'default_payment_method')
    }
    const { proration_behavior: proration, ...direct } = rest
    if (items && proration !== 'none')
      throw badParam('proration_behavior', 'The emulator changes a price without proration only: send none.')
    const noted = update(tx, 'subscriptions', before, {
      ...given(direct),
      ...(items && { items: { ...before.items, data: withPrices(tx, before, items) } }),
      metadata: mergeMetadata(before.metadata, change),
      cancellation_details: { ...before.cancellation_details, ...given(cancellation_details ?? {}) },
    })
    const timed = cancel_at === undefined ? noted : cancelAt(tx, noted, cancel_at)
    const after =
      cancel_at_period_end === undefined ? timed : cancelAtPeriodEnd(tx, timed, cancel_at_period_end)
    emitSubscriptionChange(tx, before, after)
    if (trial_end === undefined) return after
    if (trial_end !== 'now' && trial_end <= tx.now)
      throw badParam('trial_end', 'Timestamp must be in the future.')
    const moved = moveTrialEnd(tx, after, trial_end === 'now' ? tx.now : trial_end)
    if (trial_end !== 'now') emitSubscriptionChange(tx, after, moved)
    return moved
  }),

  route('DELETE', '/v1/subscriptions/:id', cancelParams, ({ tx, params, ids }) => {
    const subscription = find(tx, 'subscriptions', ids[0])
    if (subscription.status === 'canceled') throw noSuch('subscription', subscription.id)
    if (params.prorate && !params.invoice_now) {
      const message =
        'The emulator gives credit for unused time only at once: send invoice_now together with prorate.'
      throw badParam('invoice_now', message)
    }
    return cancelSubscription(tx, subscription, {
      prorate: params.prorate ?? false,
      comment: params.cancellation_details?.comment,
      feedback: params.cancellation_details?.feedback,
    })
  }),

  // docs.stripe.com/api/invoices/create_preview: what the next invoice would be; nothing is created.
  route(
    'POST',
    '/v1/invoices/create_preview',
    z.strictObject({ ...expand, subscription: text }),
    ({ tx, params }) => previewInvoice(tx, find(tx, 'subscriptions', params.subscription, 'subscription')),
  ),
  retrieveRoute('/v1/invoices', 'invoices'),
  listRoute(
    '/v1/invoices',
    'invoices',
    {
      created,
      customer: text,
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
      subscription: text,
    },
    { subscription: ({ parent }, wanted) => parent?.subscription_details.subscription === wanted },
  ),

  route('POST', '/v1/invoices/:id/finalize', onlyExpand, ({ tx, ids }) => {
    const invoice = find(tx, 'invoices', ids[0])
    if (invoice.status !== 'draft')
      throw new StripeError(
        400,
        'This invoice is already finalized, you can’t re-finalize a non-draft invoice.',
      )
    return finalizeInvoice(tx, invoice)
  }),

  route('POST', '/v1/invoices/:id/mark_uncollectible', onlyExpand, ({ tx, ids }) => {
    const invoice = find(tx, 'invoices', ids[0])
    if (invoice.status !== 'open')
      throw new StripeError(400, 'You can only mark open invoices as uncollectible.')
    unschedule(tx, 'retry-invoice', invoice.id)
    const status_transitions = { ...invoice.status_transitions, marked_uncollectible_at: tx.now }
    const written = { status: 'uncollectible' as const, next_payment_attempt: null, status_transitions }
    const marked = update(tx, 'invoices', invoice, written)
    emit(tx, 'invoice.marked_uncollectible', marked)
    setDelinquent(tx, invoice.customer, false)
    return marked
  }),

  route(
    'POST',
    '/v1/invoices/:id/pay',
    z.strictObject({ ...expand, payment_method: text.optional() }),
    ({ tx, params, ids }) => {
      const invoice = find(tx, 'invoices', ids[0])
      if (invoice.status === 'paid')
        throw new StripeError(400, 'Invoice is already paid', { code: 'invoice_already_paid' })
      const subscription = subscriptionOf(tx, invoice)
      const method = params.payment_method
        ? find(tx, 'payment_methods', params.payment_method, 'payment_method')
        : subscription && cardOf(tx, subscription)
      unschedule(tx, 'finalize-invoice', invoice.id)
      if (payInvoice(tx, finalizeInvoice(tx, invoice), method) !== 'failed')
        return mustGet(tx, 'invoices', invoice.id)
      // The try happened and is kept; the response says that it failed.
      return new StripeError(402, 'Your card was declined.', {
        type: 'card_error',
        code: 'card_declined',
        declineCode: 'generic_decline',
      })
    },
  ),

  route('GET', '/v1/invoices/:id/lines', z.strictObject(paging), ({ tx, params, ids }) => {
    const { lines } = find(tx, 'invoices', ids[0])
    return { ...lines, ...cut(lines.data, params) }
  }),

  route('POST', '/v1/invoices/:id/void', onlyExpand, ({ tx, ids }) => {
    const invoice = find(tx, 'invoices', ids[0])
    if (invoice.status !== 'open') throw new StripeError(400, 'You can only void open invoices.')
    return voidInvoice(tx, invoice)
  }),

  retrieveRoute('/v1/invoice_payments', 'invoice_payments'),
  listRoute(
    '/v1/invoice_payments',
    'invoice_payments',
    {
      created,
      invoice: text,
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }),
      status: z.enum(['canceled', 'open', 'paid']),
    },
    { payment: ({ payment }, wanted) => payment.payment_intent === wanted.payment_intent },
  ),
]
