import { z } from 'zod'
import { update } from '../behaviour/tx.ts'
import { newPortalConfiguration, newPortalSession } from '../objects/portal.ts'
import { expand, flag, mergeMetadata, metadata, paging, text, url } from './params.ts'
import { find, listRoute, type Route, retrieveRoute, route } from './route.ts'
import { StripeError } from './stripe-error.ts'

const configurations = '/v1/billing_portal/configurations'
const feature = z.strictObject({ enabled: flag }).default({ enabled: false })
const configurationParams = z.strictObject({
  ...expand,
  features: z.strictObject({
    invoice_history: feature,
    payment_method_update: feature,
    subscription_cancel: feature,
  }),
  metadata,
})
const sessionParams = z.strictObject({
  ...expand,
  configuration: text.optional(),
  customer: text,
  locale: text.optional(),
  return_url: url.optional(),
})

export const portalRoutes: Route[] = [
  route('POST', configurations, configurationParams, ({ tx, params }) =>
    tx.put(
      'portal_configurations',
      newPortalConfiguration(tx.now, params.features, mergeMetadata({}, params.metadata)),
    ),
  ),
  retrieveRoute(configurations, 'portal_configurations', 'billing_portal.configuration'),
  listRoute(
    configurations,
    'portal_configurations',
    z.strictObject({ ...paging, active: flag.optional(), is_default: flag.optional() }),
    (row, { active = row.active, is_default = row.is_default }) =>
      row.active === active && row.is_default === is_default,
  ),
  route('POST', `${configurations}/:id`, z.strictObject({ active: flag }), ({ tx, params, ids }) => {
    const before = find(tx, 'portal_configurations', 'billing_portal.configuration', ids[0])
    return update(tx, 'portal_configurations', before, { active: params.active, updated: tx.now })
  }),

  route('POST', '/v1/billing_portal/sessions', sessionParams, ({ tx, params }) => {
    const customer = find(tx, 'customers', 'customer', params.customer, 'customer')
    if (!params.configuration) {
      throw new StripeError(
        400,
        'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode.',
      )
    }
    const what = 'billing_portal.configuration'
    const { id, active } = find(tx, 'portal_configurations', what, params.configuration, 'configuration')
    if (!active) throw new StripeError(400, 'This configuration is not active.', { param: 'configuration' })
    const { return_url: returnUrl = null, locale = null } = params
    const { publicUrl } = tx.settings
    const input = { configuration: id, customer: customer.id, returnUrl, locale, publicUrl }
    return tx.put('portal_sessions', newPortalSession(tx.now, input))
  }),
]
