import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { webhookPath } from '../../core/billing/contract.ts'
import { AppError } from '../errors.ts'

/** Far more than any form of ours. deploy/nginx.conf has the same two limits. */
export const ordinaryBodyBytes = 64 * 1_024
/** An event holds a whole object of the payment service, an invoice with all of its lines among them. */
export const webhookBodyBytes = 1_024 * 1_024

const refuse = () => {
  throw new AppError('too-large')
}
const ordinary = bodyLimit({ maxSize: ordinaryBodyBytes, onError: refuse })
const webhook = bodyLimit({ maxSize: webhookBodyBytes, onError: refuse })

export const limitBody: MiddlewareHandler = (c, next) => {
  // These have none, and looking for it costs more than the rest of the way.
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const isWebhook = c.req.path === webhookPath
  const length = c.req.header('content-length')
  // The length is enough where it is given: Node reads no further.
  if (length !== undefined && c.req.header('transfer-encoding') === undefined)
    return Number(length) <= (isWebhook ? webhookBodyBytes : ordinaryBodyBytes) ? next() : refuse()
  return (isWebhook ? webhook : ordinary)(c, next)
}
