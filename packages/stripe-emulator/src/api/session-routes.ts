import { z } from 'zod'
import { expireSession } from '../behaviour/expire-session.ts'
import { update } from '../behaviour/tx.ts'
import { createSession, sessionParams } from './create-session.ts'
import { lineItems } from './expand.ts'
import { cut, isCreatedIn } from './page.ts'
import { created, expand, mergeMetadata, metadata, paging, text } from './params.ts'
import { find, listRoute, onlyExpand, type Route, retrieveRoute, route } from './route.ts'
import { StripeError } from './stripe-error.ts'

const sessions = '/v1/checkout/sessions'

export const sessionRoutes: Route[] = [
  route('POST', sessions, sessionParams, ({ tx, params, version }) => createSession(tx, params, version)),
  retrieveRoute(sessions, 'sessions', 'checkout.session'),
  listRoute(
    sessions,
    'sessions',
    z.strictObject({
      ...paging,
      created,
      customer: text.optional(),
      customer_details: z.strictObject({ email: text }).optional(),
      payment_intent: text.optional(),
      status: z.enum(['complete', 'expired', 'open']).optional(),
      subscription: text.optional(),
    }),
    (session, filter) =>
      isCreatedIn(filter.created, session) &&
      (filter.customer === undefined || session.customer === filter.customer) &&
      (filter.customer_details === undefined ||
        session.customer_details?.email === filter.customer_details.email) &&
      (filter.payment_intent === undefined || session.payment_intent === filter.payment_intent) &&
      (filter.status === undefined || session.status === filter.status) &&
      (filter.subscription === undefined || session.subscription === filter.subscription),
  ),

  route('POST', `${sessions}/:id/expire`, onlyExpand, ({ tx, ids }) => {
    const session = find(tx, 'sessions', 'checkout.session', ids[0])
    if (session.status === 'open') return expireSession(tx, session)
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`
    throw new StripeError(400, message)
  }),

  route('POST', `${sessions}/:id`, z.strictObject({ ...expand, metadata }), ({ tx, params, ids }) => {
    const session = find(tx, 'sessions', 'checkout.session', ids[0])
    return update(tx, 'sessions', session, { metadata: mergeMetadata(session.metadata, params.metadata) })
  }),

  route('GET', `${sessions}/:id/line_items`, z.strictObject(paging), ({ tx, params, ids }) => {
    const session = find(tx, 'sessions', 'checkout.session', ids[0])
    const items = cut(lineItems(tx, session.id), params)
    return { object: 'list', ...items, url: `${sessions}/${session.id}/line_items` }
  }),
]
