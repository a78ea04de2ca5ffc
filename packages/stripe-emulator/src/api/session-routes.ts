import { z } from 'zod'
import { expireSession } from '../behaviour/expire-session.ts'
import { createSession, sessionParams } from './create-session.ts'
import { lineItems } from './expand.ts'
import { cut } from './page.ts'
import { created, paging, text } from './params.ts'
import { find, listRoute, metadataRoute, onlyExpand, type Route, retrieveRoute, route } from './route.ts'
import { StripeError } from './stripe-error.ts'

const sessions = '/v1/checkout/sessions'

export const sessionRoutes: Route[] = [
  route('POST', sessions, sessionParams, ({ tx, params, version }) => createSession(tx, params, version)),
  retrieveRoute(sessions, 'sessions'),
  listRoute(
    sessions,
    'sessions',
    {
      created,
      customer: text,
      customer_details: z.strictObject({ email: text }),
      payment_intent: text,
      status: z.enum(['complete', 'expired', 'open']),
      subscription: text,
    },
    { customer_details: (session, { email }) => session.customer_details?.email === email },
  ),

  route('POST', `${sessions}/:id/expire`, onlyExpand, ({ tx, ids }) => {
    const session = find(tx, 'sessions', ids[0])
    if (session.status === 'open') return expireSession(tx, session)
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`
    throw new StripeError(400, message)
  }),

  metadataRoute(`${sessions}/:id`, 'sessions'),

  route('GET', `${sessions}/:id/line_items`, z.strictObject(paging), ({ tx, params, ids }) => {
    const session = find(tx, 'sessions', ids[0])
    const items = cut(lineItems(tx, session.id), params)
    return { object: 'list', ...items, url: `${sessions}/${session.id}/line_items` }
  }),
]
