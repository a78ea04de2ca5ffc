import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { deviceName } from '../../core/identity/device-name.ts'
import { hasSessionHint, sessionHintCookie } from '../../core/identity/session-hint.ts'
import { AppError } from '../http/app-error.ts'
import type { RateLimit, RateLimiter } from '../http/rate-limit.ts'
import { requireUser } from '../http/require-user.ts'
import { authError, hintCookieFor, sessionAnswer } from './auth-answer.ts'
import type { Identity } from './create-identity.ts'
import { type DeleteAccountParts, deleteAccount } from './delete-account.ts'
import type { Outbox, SentMail } from './outbox.ts'
import type { SessionRow } from './store.ts'

export interface IdentityParts extends Pick<DeleteAccountParts, 'removeUser' | 'isStillCharged'> {
  identity: Identity
  listSessions: (userId: string) => Promise<SessionRow[]>
  /** Everything that is stored about a person. */
  exportData: (userId: string) => Promise<object>
  limit: RateLimiter
  clientAddress: (c: Context) => string
}

const tenMinutesMs = 600_000
const limits = {
  sendByAddress: { name: 'send-code-by-address', max: 60, windowMs: tenMinutesMs },
  sendByEmail: { name: 'send-code-by-email', max: 5, windowMs: tenMinutesMs },
  tryByAddress: { name: 'try-code-by-address', max: 120, windowMs: tenMinutesMs },
  tryByEmail: { name: 'try-code-by-email', max: 20, windowMs: tenMinutesMs },
  exportByUser: { name: 'export-by-user', max: 10, windowMs: tenMinutesMs },
  signInByProvider: { name: 'provider-by-address', max: 60, windowMs: tenMinutesMs },
} satisfies Record<string, RateLimit>

/** Where a provider sends people back to. */
const wayBack = '/callback/:provider{[a-z0-9-]+}'

/** All of the authentication library that is open to the world; whatever else it has stays shut. */
const openPaths: [method: 'GET' | 'POST', path: string, byAddress?: RateLimit, byEmail?: RateLimit][] = [
  ['GET', '/get-session'],
  ['POST', '/get-session'],
  ['POST', '/email-otp/send-verification-otp', limits.sendByAddress, limits.sendByEmail],
  ['POST', '/sign-in/email-otp', limits.tryByAddress, limits.tryByEmail],
  ['POST', '/sign-in/social', limits.signInByProvider],
  ['GET', wayBack, limits.signInByProvider],
  ['POST', '/sign-out'],
  ['POST', '/revoke-sessions'],
]

const CodeBody = z.object({ code: z.string().max(20) })

export function identityRoutes(parts: IdentityParts) {
  const { identity, limit, clientAddress } = parts
  const { findUser } = identity
  const routes = new Hono()

  /** Asked by every signed-in page. Without a session the library answers, and takes stale cookies away. */
  routes.get('/auth/get-session', async (c, next) => {
    const found = await identity.readSession(c.req.raw.headers)
    if (!found) return next()
    c.header('cache-control', 'no-store')
    return c.json(sessionAnswer(found))
  })

  for (const [method, path, byAddress, byEmail] of openPaths) {
    routes.on(method, `/auth${path}`, async (c) => {
      if (byAddress) await limit(byAddress, clientAddress(c))
      if (byEmail) await limit(byEmail, (await textIn(c.req.raw, 'email')).trim().toLowerCase())
      const isAsking = path === '/sign-in/social'
      const provider = isAsking ? await textIn(c.req.raw, 'provider') : c.req.param('provider')
      if (isAsking && !identity.hasProvider(provider ?? '')) throw new AppError('unknown-provider')
      // The library takes a session that it cannot read for none.
      if (path === '/revoke-sessions') await requireUser(findUser, c)
      const response = await identity.handle(c.req.raw, provider).catch((error) => {
        if (path !== wayBack || !(error instanceof AppError && error.code === 'provider-down')) throw error
        // Who comes back from a provider looks at a page, not at an answer of the API.
        return c.redirect('/sign-in?error=provider-down')
      })
      // Nor does it say when it could not end one.
      const mustBeOver = path === '/sign-out' && response.ok
      if (mustBeOver && (await findUser(c.req.raw.headers))) throw new AppError('unexpected')
      return answer(c, path, response)
    })
  }

  routes.get('/account', async (c) => {
    const { sessionId, ...user } = await requireUser(findUser, c)
    const sessions = await parts.listSessions(user.id)
    c.header('cache-control', 'no-store')
    return c.json({
      user,
      sessions: sessions.map(({ id, userAgent, lastUsedAt }) => ({
        id,
        device: deviceName(userAgent),
        lastUsedAt: lastUsedAt.toISOString(),
        current: id === sessionId,
      })),
    })
  })

  routes.get('/account/export', async (c) => {
    const user = await requireUser(findUser, c)
    await limit(limits.exportByUser, user.id)
    c.header('cache-control', 'no-store')
    c.header('content-disposition', 'attachment; filename="my-data.json"')
    return c.json(await parts.exportData(user.id))
  })

  routes.post('/account/deletion-code', async (c) => {
    const user = await requireUser(findUser, c)
    if (await parts.isStillCharged(user.id)) throw new AppError('subscription-live')
    await limit(limits.sendByEmail, user.email)
    await identity.sendDeletionCode(user.email)
    return c.json({})
  })

  routes.post('/account/delete', async (c) => {
    const user = await requireUser(findUser, c)
    const body = CodeBody.safeParse(await c.req.json().catch(() => null))
    if (!body.success) throw new AppError('bad-request')
    await limit(limits.tryByEmail, user.email)
    await deleteAccount({ ...parts, spendCode: identity.spendDeletionCode }, user, body.data.code)
    // The session went with the user: this takes the cookies along.
    return answer(c, '/sign-out', await identity.handle(signOutRequest(c.req.raw)))
  })

  return routes
}

/** Mail that was sent on a machine without a mail server. */
export function outboxRoutes(
  outbox: Outbox,
  renderPage: (mails: SentMail[]) => { html: string; policy: string },
) {
  const routes = new Hono()
  routes.get('/outbox', (c) => {
    const { html, policy } = renderPage(outbox.mailsTo())
    return c.html(html, 200, { 'content-security-policy': policy, 'cache-control': 'no-store' })
  })
  routes.get('/outbox.json', (c) => {
    c.header('cache-control', 'no-store')
    return c.json(outbox.mailsTo(c.req.query('to')).map(({ sentAt: _, ...mail }) => mail))
  })
  return routes
}

/** The library's answer without what only it needs, with the hint beside the session's cookie. */
async function answer(c: Context, path: string, response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  const hint = hintCookieFor(response)
  if (hint) headers.append('set-cookie', hint)
  for (const cookie of headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
  c.header('cache-control', 'no-store')

  const location = headers.get('location')
  if (location && response.status >= 300 && response.status < 400) return c.redirect(location, 302)
  if (!response.ok) throw await authError(response)

  const body = await response.json()
  if (path === '/get-session') {
    if (!body && hasSessionHint(c.req.header('cookie') ?? '')) {
      c.header('set-cookie', `${sessionHintCookie}=; Max-Age=0; Path=/; SameSite=Lax`, { append: true })
    }
    return c.json(body && sessionAnswer(body))
  }
  if (path === '/sign-in/email-otp') return c.json({ user: { id: body.user.id } })
  if (path === '/sign-in/social') return c.json({ url: body.url })
  return c.json({ success: true })
}

/** One field of the body, which the library reads after us. */
async function textIn(request: Request, field: string): Promise<string> {
  const body = (await request
    .clone()
    .json()
    .catch(() => null)) as Record<string, unknown> | null
  const text = body?.[field]
  if (typeof text !== 'string') throw new AppError('bad-request')
  return text
}

function signOutRequest(request: Request): Request {
  return new Request(new URL('/api/auth/sign-out', request.url), {
    method: 'POST',
    headers: { cookie: request.headers.get('cookie') ?? '', origin: request.headers.get('origin') ?? '' },
  })
}
