import { type Context, Hono } from 'hono'
import * as contract from '../../../core/identity/contract.ts'
import type { RateLimit, RateLimiter } from '../../http/rate-limit.ts'
import { cookiesOf } from '../auth-response.ts'

interface IntegrationRouteDeps {
  limit: RateLimiter
  clientAddress: (c: Context) => string
  openTrustedSession: (userId: string, headers: Headers) => Promise<Response>
  spendSignInLink: (token: string) => Promise<{ userId: string; next: string } | null>
}

const tenMinutesMs = 600_000
const limits = {
  linkByAddress: { name: 'sign-in-link-by-address', max: 60, windowMs: tenMinutesMs },
} satisfies Record<string, RateLimit>

/** Sign-ins that the product vouches for. */
export function integrationRoutes(deps: IntegrationRouteDeps) {
  const { limit, clientAddress } = deps
  const routes = new Hono()

  /** Visitors see a page, whatever becomes of the link. Whoever is signed in in this browser is replaced. */
  routes.get(contract.signInLinkPath, async (c) => {
    await limit(limits.linkByAddress, clientAddress(c))
    // HEAD comes here as well, from programs that preview links: they must not use it up.
    const link = c.req.method === 'GET' ? await deps.spendSignInLink(c.req.query('token') ?? '') : null
    const session = link && (await deps.openTrustedSession(link.userId, c.req.raw.headers))
    if (!session?.ok) return leaveFor(c, '/sign-in?error=link-expired')
    return leaveFor(c, link?.next ?? '', session)
  })

  return routes
}

/** The address that is left may hold a credential: it is neither kept nor told to the next page. */
function leaveFor(c: Context, path: string, session?: Response) {
  for (const cookie of session ? cookiesOf(session) : []) c.header('set-cookie', cookie, { append: true })
  c.header('cache-control', 'no-store')
  c.header('referrer-policy', 'no-referrer')
  return c.redirect(path, 303)
}
