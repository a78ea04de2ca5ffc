import type { MiddlewareHandler } from 'hono'
import { safeNext } from '../../core/identity/safe-next.ts'
import { equalInConstantTime } from '../equal-in-constant-time.ts'
import { parseCookies, serializeCookie } from './cookies.ts'
import { leaveFor } from './leave-for.ts'

export type OutboxAccess = ReturnType<typeof createOutboxAccess>

// Without a secure prefix: there is an outbox only where BACKEND_URL is http on this machine (server/production.ts).
const cookieName = 'fairseat.dev'
export const devParameter = 'dev'
/** Programs read it with the token in the address, so that they need no cookie. */
const outboxJsonPath = '/dev/outbox.json'

/**
 * Decides who may read the outbox: the operator, who knows the token of this start. That a request comes from this machine
 * proves nothing: behind a proxy all of them do.
 */
export function createOutboxAccess(token: string) {
  const isToken = (given = ''): boolean => equalInConstantTime(Buffer.from(given), Buffer.from(token))
  const cookieIn = (cookies = '') => parseCookies(cookies, cookieName)[cookieName]
  const cookie = serializeCookie(cookieName, token, { path: '/', httpOnly: true, sameSite: 'Lax' })
  const letIn: MiddlewareHandler = async (c, next) => {
    const given = c.req.method === 'GET' && c.req.path !== outboxJsonPath && c.req.query(devParameter)
    if (!given || !isToken(given)) return next()
    const { pathname, searchParams } = new URL(c.req.url)
    searchParams.delete(devParameter)
    const query = searchParams.size > 0 ? `?${searchParams}` : ''
    return leaveFor(c, safeNext(pathname + query), [cookie])
  }
  return {
    /** Exchanges the token in the address of any page for the cookie, and leads to the same address without it. */
    letIn,
    /** Whether the address may carry a token: then no page from memory is the answer. */
    isAskedBy: (query = ''): boolean => query.includes(`${devParameter}=`),
    isOpenTo: (cookies: string | undefined): boolean => isToken(cookieIn(cookies)),
    isToken,
    /** This browser was let in by an earlier start. */
    wasOpenTo: (cookies: string | undefined): boolean => Boolean(cookieIn(cookies)),
  }
}
