import { z } from 'zod'
import { type Tx, update } from '../behaviour/tx.ts'
import {
  newPortalConfiguration,
  newPortalSession,
  type PortalConfiguration,
  portalFeatures,
  type UpdateConfirmFlow,
} from '../objects/portal.ts'
import { intervalsOf } from '../objects/subscription.ts'
import { expand, flag, integer, mergeMetadata, metadata, text, url } from './params.ts'
import { find, listRoute, type Route, retrieveRoute, route } from './route.ts'
import { badParam, StripeError } from './stripe-error.ts'

const configurations = '/v1/billing_portal/configurations'
const feature = z.strictObject({ enabled: flag }).default({ enabled: false })
const subscriptionUpdate = z.strictObject({
  enabled: flag,
  default_allowed_updates: z.array(z.enum(['price', 'promotion_code', 'quantity'])).default([]),
  products: z.array(z.strictObject({ product: text, prices: z.array(text).min(1) })).default([]),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).default('none'),
  trial_update_behavior: z.enum(['continue_trial', 'end_trial']).default('end_trial'),
})
const features = z.strictObject({
  invoice_history: feature,
  payment_method_update: feature,
  subscription_cancel: feature,
  subscription_update: subscriptionUpdate.prefault({ enabled: 'false' }),
})
const configurationParams = z.strictObject({ ...expand, features, metadata })
const configurationChange = z.strictObject({
  ...expand,
  active: flag.optional(),
  features: z.strictObject({ subscription_update: subscriptionUpdate }).optional(),
  metadata,
})
const flowData = z.strictObject({
  type: z.literal('subscription_update_confirm'),
  after_completion: z
    .strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: url }) })
    .optional(),
  subscription_update_confirm: z.strictObject({
    subscription: text,
    items: z.tuple([z.strictObject({ id: text, price: text, quantity: integer.optional() })]),
  }),
})
const sessionParams = z.strictObject({
  ...expand,
  configuration: text.optional(),
  customer: text,
  flow_data: flowData.optional(),
  locale: text.optional(),
  return_url: url.optional(),
})

export const portalRoutes: Route[] = [
  route('POST', configurations, configurationParams, ({ tx, params }) => {
    checkProducts(tx, params.features.subscription_update.products)
    const configuration = newPortalConfiguration(tx.now, params.features, mergeMetadata({}, params.metadata))
    return tx.put('portal_configurations', configuration)
  }),
  retrieveRoute(configurations, 'portal_configurations'),
  listRoute(configurations, 'portal_configurations', { active: flag, is_default: flag }),
  route('POST', `${configurations}/:id`, configurationChange, ({ tx, params, ids }) => {
    const before = find(tx, 'portal_configurations', ids[0])
    const wished = params.features?.subscription_update
    if (wished) checkProducts(tx, wished.products)
    return update(tx, 'portal_configurations', before, {
      active: params.active ?? before.active,
      features: wished
        ? portalFeatures({ ...before.features, subscription_update: wished })
        : before.features,
      metadata: mergeMetadata(before.metadata, params.metadata),
      updated: tx.now,
    })
  }),

  route('POST', '/v1/billing_portal/sessions', sessionParams, ({ tx, params }) => {
    const customer = find(tx, 'customers', params.customer, 'customer')
    if (!params.configuration) {
      throw new StripeError(
        400,
        'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode.',
      )
    }
    const configuration = find(tx, 'portal_configurations', params.configuration, 'configuration')
    const { id, active } = configuration
    if (!active) throw new StripeError(400, 'This configuration is not active.', { param: 'configuration' })
    const { return_url: returnUrl = null, locale = null } = params
    const { publicUrl } = tx.settings
    const flow = params.flow_data ? readFlow(tx, customer.id, configuration, params.flow_data) : null
    const input = { configuration: id, customer: customer.id, returnUrl, locale, publicUrl, flow }
    return tx.put('portal_sessions', newPortalSession(tx.now, input))
  }),
]

/** One price for each interval of a product (docs.stripe.com/customer-management/configure-portal). */
function checkProducts(tx: Tx, products: { product: string; prices: string[] }[]) {
  for (const { product, prices } of products) {
    find(tx, 'products', product, 'features[subscription_update][products]')
    const found = prices.map((id) => find(tx, 'prices', id, 'features[subscription_update][products]'))
    if (found.some((price) => price.product !== product || !price.recurring))
      throw badParam(
        'features[subscription_update][products]',
        'A price is not a recurring one of its product.',
      )
    const intervals = intervalsOf(found)
    if (new Set(intervals).size < intervals.length)
      throw badParam(
        'features[subscription_update][products]',
        'The prices of a product must have unique billing intervals.',
      )
  }
}

/** A deep link to the confirmation of one change (docs.stripe.com/customer-management/portal-deep-links). */
function readFlow(
  tx: Tx,
  customer: string,
  { features }: PortalConfiguration,
  { subscription_update_confirm: wish, after_completion }: z.output<typeof flowData>,
): UpdateConfirmFlow {
  const param = 'flow_data[subscription_update_confirm]'
  const subscription = find(tx, 'subscriptions', wish.subscription, `${param}[subscription]`)
  const [{ id, price, quantity }] = wish.items
  const { enabled, products } = features.subscription_update
  if (!enabled)
    throw badParam(
      'flow_data[type]',
      'This subscription cannot be updated because the subscription update feature in the portal configuration is disabled.',
    )
  if (subscription.customer !== customer || subscription.ended_at !== null)
    throw badParam(`${param}[subscription]`, 'This subscription cannot be updated.')
  const item = subscription.items.data.find((found) => found.id === id)
  if (!item) throw badParam(`${param}[items][0][id]`, `No such subscription item: '${id}'`)
  if (!products.some(({ prices }) => prices.includes(price)))
    throw badParam(
      `${param}[items][0][price]`,
      'The price specified is not included in the portal configuration.',
    )
  if (item.price.id === price)
    throw badParam(`${param}[items]`, 'There are no changes to confirm for this subscription.')
  return {
    subscription: subscription.id,
    item: id,
    price,
    quantity: quantity ?? item.quantity,
    returnUrl: after_completion?.redirect.return_url ?? null,
  }
}
