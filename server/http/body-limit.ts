import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from './app-error.ts'

const refuse = () => {
  throw new AppError('too-large')
}
/** Far more than any form of ours; what is larger is not read. */
const ordinary = bodyLimit({ maxSize: 64 * 1_024, onError: refuse })
/** An event holds a whole object of the payment service, an invoice with all of its lines among them. */
const webhook = bodyLimit({ maxSize: 1_024 * 1_024, onError: refuse })

export const limitBody: MiddlewareHandler = (c, next) => {
  // These have none, and looking for it costs more than the rest of the way.
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  return (c.req.path === '/api/stripe/webhook' ? webhook : ordinary)(c, next)
}
