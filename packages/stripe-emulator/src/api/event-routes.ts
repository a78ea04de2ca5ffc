import { z } from 'zod'
import { update } from '../behaviour/tx.ts'
import { newId } from '../objects/new-id.ts'
import { newWebhookEndpoint } from '../objects/notification.ts'
import { eventTypes } from './known-params.ts'
import { created, emptyable, expand, flag, given, mergeMetadata, metadata, text, url } from './params.ts'
import { find, listRoute, onlyExpand, type Route, retrieveRoute, route } from './route.ts'
import { badParam, StripeError } from './stripe-error.ts'

const knownEvents = new Set(eventTypes.split(' '))
const enabledEvents = z
  .array(z.string().refine((name) => knownEvents.has(name), 'is not an event that Stripe sends'))
  .min(1)
const mostEndpoints = 16

const endpointFields = { ...expand, description: emptyable(text), metadata }
const newEndpointParams = z.strictObject({
  ...endpointFields,
  api_version: text.optional(),
  connect: flag.optional(),
  enabled_events: enabledEvents,
  url,
})
const endpointParams = z.strictObject({
  ...endpointFields,
  disabled: flag.optional(),
  enabled_events: enabledEvents.optional(),
  url: url.optional(),
})

function matchesType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}

export const eventRoutes: Route[] = [
  retrieveRoute('/v1/events', 'events'),
  listRoute(
    '/v1/events',
    'events',
    { created, delivery_success: flag, type: text, types: z.array(text).max(20) },
    {
      type: ({ type }, wanted) => matchesType(type, wanted),
      types: ({ type }, wanted) => wanted.some((each) => matchesType(type, each)),
      delivery_success: ({ id }, wanted, tx) =>
        wanted === tx.all('deliveries').every(({ event, state }) => event !== id || state === 'delivered'),
    },
  ),

  route('POST', '/v1/webhook_endpoints', newEndpointParams, ({ tx, params }) => {
    if (params.api_version && !/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(params.api_version))
      throw badParam('api_version', `Invalid Stripe API version: ${params.api_version}`)
    if (tx.all('endpoints').length >= mostEndpoints)
      throw new StripeError(400, `You have reached the maximum of ${mostEndpoints} test webhook endpoints.`)
    const endpoint = newWebhookEndpoint(tx.now, {
      url: params.url,
      enabledEvents: params.enabled_events,
      apiVersion: params.api_version ?? null,
      description: params.description ?? null,
      metadata: mergeMetadata({}, params.metadata),
    })
    tx.put('endpoints', endpoint)
    const { secret } = tx.put('endpoint_secrets', { id: endpoint.id, secret: newId('whsec', 32) })
    return { ...endpoint, secret }
  }),
  retrieveRoute('/v1/webhook_endpoints', 'endpoints'),
  listRoute('/v1/webhook_endpoints', 'endpoints', {}),
  route('POST', '/v1/webhook_endpoints/:id', endpointParams, ({ tx, params, ids }) => {
    const endpoint = find(tx, 'endpoints', ids[0])
    const { disabled, enabled_events, url: newUrl, description } = params
    return update(tx, 'endpoints', endpoint, {
      ...given({ enabled_events, url: newUrl, description }),
      metadata: mergeMetadata(endpoint.metadata, params.metadata),
      status: disabled === undefined ? endpoint.status : disabled ? 'disabled' : 'enabled',
    })
  }),
  route('DELETE', '/v1/webhook_endpoints/:id', z.strictObject({}), ({ tx, ids }) => {
    const { id } = find(tx, 'endpoints', ids[0])
    tx.remove('endpoints', id)
    tx.remove('endpoint_secrets', id)
    for (const delivery of tx.all('deliveries')) {
      if (delivery.endpoint === id && delivery.state !== 'delivered')
        update(tx, 'deliveries', delivery, { state: 'given_up' })
    }
    return { id, object: 'webhook_endpoint', deleted: true }
  }),

  route('GET', '/v1/account', onlyExpand, () => account),
  route('GET', '/v1/balance', onlyExpand, ({ tx }) => {
    const sums = new Map<string, number>()
    for (const { currency, net } of tx.all('balance_transactions'))
      sums.set(currency, (sums.get(currency) ?? 0) + net)
    const available = [...sums].map(([currency, amount]) => ({
      amount,
      currency,
      source_types: { card: amount },
    }))
    return { object: 'balance', available, livemode: false, pending: [] }
  }),
]

const account = {
  id: 'acct_emulator',
  object: 'account',
  business_profile: {
    mcc: null,
    minority_owned_business_designation: null,
    name: 'Emulator',
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: null,
    support_phone: null,
    support_url: null,
    url: null,
  },
  business_type: null,
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: 'emulator@example.com',
  metadata: {},
  payouts_enabled: true,
  settings: null,
  type: 'standard',
}
