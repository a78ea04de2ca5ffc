import type { MiddlewareHandler } from 'hono'
import type { Log } from '../log.ts'
import { socketNetwork } from './client-network.ts'

/** For TRUST_PROXY=0: a proxy on our own network that names its clients hides them all behind its address. Said once. */
export function warnOfHiddenAddresses(log: Pick<Log, 'warn'>): MiddlewareHandler {
  let warned = false
  return async (c, next) => {
    if (!warned && c.req.header('x-forwarded-for') && socketNetwork(c).isPrivate) {
      warned = true
      log.warn(
        'A proxy sends X-Forwarded-For, but TRUST_PROXY is 0: all visitors have its address and share its limits. ' +
          'Set TRUST_PROXY to the number of your proxies.',
      )
    }
    await next()
  }
}
