import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { NoFields, RequestOf, ResponseOf } from '../../core/api-path.ts'
import * as contract from '../../core/identity/contract.ts'
import { deviceName } from '../../core/identity/device-name.ts'
import { safeNext } from '../../core/identity/safe-next.ts'
import { hasSessionHint, sessionHintCookie } from '../../core/identity/session-hint.ts'
import { inLanguage } from '../../core/messages/in-language.ts'
import type { Language } from '../../core/messages/languages.ts'
import { chooseLanguagePath, languageCookie } from '../../core/messages/site-languages.ts'
import { AppError } from '../errors.ts'
import { serializeCookie } from '../http/cookies.ts'
import { setCookies } from '../http/leave-for.ts'
import type { RateLimit, RateLimiter } from '../http/rate-limit.ts'
import { readJson } from '../http/read-json.ts'
import { requireUser } from '../http/require-user.ts'
import { authError, cookiesOf, sessionResult } from './auth-response.ts'
import type { AuthService } from './auth-service.ts'
import { type DeleteAccountDeps, deleteAccount } from './delete-account.ts'
import { parseEmail } from './email-address.ts'
import { type SignInFormDeps, signInFormRoutes } from './sign-in-form/routes.ts'
import type { SessionRow } from './store.ts'

export interface IdentityRouteDeps
  extends Pick<DeleteAccountDeps, 'removeUser' | 'isStillCharged'>,
    SignInFormDeps {
  auth: AuthService
  listSessions: (userId: string) => Promise<SessionRow[]>
  revokeRefreshTokens: (userId: string) => Promise<void>
  /** Everything that is stored about a person. */
  exportData: (userId: string) => Promise<object>
  /** Mails to the user are in it from now on. */
  saveLanguage: (userId: string, language: Language) => Promise<void>
  limit: RateLimiter
  clientAddress: (c: Context) => string
}

const tenMinutesMs = 600_000
/** Mails to one address have limits of their own: send-limits.ts. */
const limits = {
  sendByAddress: { name: 'send-code-by-address', max: 60, windowMs: tenMinutesMs },
  tryByAddress: { name: 'try-code-by-address', max: 120, windowMs: tenMinutesMs },
  signInByProvider: { name: 'provider-by-address', max: 60, windowMs: tenMinutesMs },
  // A browser needs one in an hour (I4), or one a tab where tabs cannot share.
  refreshBySession: { name: 'refresh-by-session', max: 60, windowMs: tenMinutesMs },
  exportByUser: { name: 'export-by-user', max: 10, windowMs: tenMinutesMs },
  sendDeletionByUser: { name: 'send-deletion-code-by-user', max: 5, windowMs: 3_600_000 },
  tryDeletionByUser: { name: 'try-deletion-code-by-user', max: 20, windowMs: tenMinutesMs },
} satisfies Record<string, RateLimit>

const emailLength = 254
const SendBody = z.strictObject({
  email: z.string().max(emailLength),
  type: z.literal('sign-in'),
}) satisfies z.ZodType<RequestOf<typeof contract.sendCodePath>>
const SignInBody = z.strictObject({
  email: z.string().max(emailLength),
  otp: z.string().max(20),
  link: z.string().max(100).optional(),
}) satisfies z.ZodType<RequestOf<typeof contract.codeSignInPath>>
const ProviderBody = z.strictObject({
  provider: z.string().max(100),
  callbackURL: z.string().max(2_000).optional(),
  errorCallbackURL: z.string().max(2_000).optional(),
}) satisfies z.ZodType<RequestOf<typeof contract.providerSignInPath>>
const DeleteBody = z.strictObject({ code: z.string().max(20) }) satisfies z.ZodType<
  RequestOf<typeof contract.deleteAccountPath>
>
type CodeProof = RequestOf<typeof contract.codeSignInPath>
type ProviderSignIn = RequestOf<typeof contract.providerSignInPath>
/** RFC 6749, section 4.1.2, and RFC 9207: what a provider returns. Other parameters are ignored, as the first requires. */
const providerResponse = ['code', 'state', 'error', 'error_description', 'iss']

export function identityRoutes(deps: IdentityRouteDeps) {
  const { auth, languages, limit, clientAddress } = deps
  const { findUser } = auth
  const routes = new Hono()

  /** Requested by every signed-in page. Without a session the library responds, and removes stale cookies. */
  routes.get(contract.sessionPath, async (c) => {
    const found = await auth.readSession(c.req.raw.headers)
    if (!found) return c.json(await sessionBody(c, 'GET'))
    return c.json(sessionResult(found))
  })

  /** The refresh: opens a new access window. */
  routes.post(contract.refreshSessionPath, async (c) => {
    const found = await auth.readSession(c.req.raw.headers)
    if (found) await limit(limits.refreshBySession, found.session.id)
    return c.json(await sessionBody(c, 'POST'))
  })

  async function sessionBody(c: Context, method: 'GET' | 'POST') {
    const call = { method, path: '/get-session' } as const
    const body = await takeResult(c, await auth.callLibrary(c.req.raw.headers, call))
    if (!body && hasSessionHint(c.req.header('cookie') ?? '')) {
      const removed = serializeCookie(sessionHintCookie, '', { maxAge: 0, path: '/', sameSite: 'Lax' })
      c.header('set-cookie', removed, { append: true })
    }
    return body && sessionResult(body)
  }

  async function sendCode(c: Context, email: string, next: string | undefined, headers: Headers) {
    const network = clientAddress(c)
    await limit(limits.sendByAddress, network)
    const cookie = await auth.sendSignInCode({ email: parseEmail(email), next, headers, network })
    if (cookie) c.header('set-cookie', cookie, { append: true })
  }

  async function signIn(c: Context, { email, ...proof }: CodeProof, headers: Headers): Promise<string> {
    await limit(limits.tryByAddress, clientAddress(c))
    const { response, cookie } = await auth.signIn({ ...proof, email: parseEmail(email) }, headers)
    const { user } = await takeResult(c, response)
    c.header('set-cookie', cookie, { append: true })
    await deps.saveLanguage(user.id, languages.ofHeaders(headers).language)
    return user.id
  }

  async function startProvider(c: Context, body: ProviderSignIn, headers: Headers): Promise<string> {
    await limit(limits.signInByProvider, clientAddress(c))
    if (!auth.hasProvider(body.provider)) throw new AppError('unknown-provider')
    const call = { method: 'POST', path: '/sign-in/social', body } as const
    const { url } = await takeResult(c, await auth.callProvider(body.provider, headers, call))
    return url
  }

  routes.route('/', signInFormRoutes({ ...deps, sendCode, signIn, startProvider }))

  routes.post(contract.sendCodePath, async (c) => {
    const { email } = await readJson(c, SendBody)
    await sendCode(c, email, c.req.query('next'), c.req.raw.headers)
    return c.json({ success: true } satisfies contract.Done)
  })

  routes.post(contract.codeSignInPath, async (c) => {
    const proof = await readJson(c, SignInBody)
    const id = await signIn(c, proof, c.req.raw.headers)
    return c.json({ user: { id } } satisfies ResponseOf<typeof contract.codeSignInPath>)
  })

  routes.post(contract.providerSignInPath, async (c) => {
    const body = await readJson(c, ProviderBody)
    const url = await startProvider(c, body, c.req.raw.headers)
    return c.json({ url } satisfies ResponseOf<typeof contract.providerSignInPath>)
  })

  /** Where a provider redirects to: visitors see a page, not a response of the API. */
  routes.get('/api/auth/callback/:provider{[a-z0-9-]+}', async (c) => {
    const provider = c.req.param('provider')
    await limit(limits.signInByProvider, clientAddress(c))
    if (!auth.hasProvider(provider)) return c.redirect('/sign-in?error=provider-down')
    const given = providerResponse.flatMap((name) => {
      const value = c.req.query(name)
      return value === undefined ? [] : [[name, value]]
    })
    const call = { method: 'GET', path: `/callback/${provider}`, query: Object.fromEntries(given) } as const
    try {
      const response = await auth.callProvider(provider, c.req.raw.headers, call)
      const location = response.headers.get('location')
      if (!location) throw await authError(response)
      setCookies(c, cookiesOf(response))
      await keepLanguageOf(response, location)
      return c.redirect(location)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'provider-down')) throw error
      return c.redirect('/sign-in?error=provider-down')
    }
  })

  /** Of the page that a provider's sign-in was started from and comes back to. */
  async function keepLanguageOf(response: Response, location: string) {
    if (languages.all.length === 1) return
    const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])
    const signedIn = await auth.readSession(new Headers({ cookie: cookie.join('; ') }))
    const { pathname } = new URL(location, 'https://this.site')
    if (signedIn) await deps.saveLanguage(signedIn.user.id, languages.ofPath(pathname).language)
  }

  routes.post(contract.signOutPath, async (c) => {
    const response = await endSession(c)
    // The library does not say when it could not end the session; its cookies must go only with the session.
    if (await findUser(c.req.raw.headers)) throw new AppError('unexpected')
    await takeResult(c, response)
    return c.json({ success: true } satisfies contract.Done)
  })

  const endSession = (c: Context) =>
    auth.callLibrary(c.req.raw.headers, { method: 'POST', path: '/sign-out' })

  routes.post(contract.revokeSessionsPath, async (c) => {
    // The library takes a session that it cannot read for none.
    const { id } = await requireUser(findUser, c)
    await deps.revokeRefreshTokens(id)
    const call = { method: 'POST', path: '/revoke-sessions' } as const
    await takeResult(c, await auth.callLibrary(c.req.raw.headers, call))
    // One that a product got in between. First and last: who could not be signed out entirely can try again.
    await deps.revokeRefreshTokens(id)
    return c.json({ success: true } satisfies contract.Done)
  })

  routes.get(contract.accountPath, async (c) => {
    const { sessionId, ...user } = await requireUser(findUser, c)
    const sessions = await deps.listSessions(user.id)
    const site = languages.ofHeaders(c.req.raw.headers)
    return c.json({
      user,
      sessions: sessions.map(({ id, userAgent, lastUsedAt }) => ({
        id,
        device: inLanguage(site, () => deviceName(userAgent)),
        lastUsedAt: lastUsedAt.toISOString(),
        current: id === sessionId,
      })),
    } satisfies contract.Account)
  })

  /** The language picker: the choice is remembered in a cookie, and with the user if there is a session. */
  routes.get(`${chooseLanguagePath}/:language`, async (c, next) => {
    const chosen = languages.find(c.req.param('language'))
    if (!chosen) return next()
    c.header('set-cookie', languageCookieFor(chosen.language, auth.isSecure), { append: true })
    // A link on another site changes nothing of somebody's account.
    const isOurs = /^(same-origin|none)?$/.test(c.req.header('sec-fetch-site') ?? '')
    const user = isOurs ? await findUser(c.req.raw.headers).catch(() => null) : null
    if (user) await deps.saveLanguage(user.id, chosen.language)
    return c.redirect(languages.translatePath(safeNext(c.req.query('next')), chosen), 303)
  })

  routes.get(contract.exportPath, async (c) => {
    const user = await requireUser(findUser, c)
    await limit(limits.exportByUser, user.id)
    c.header('content-disposition', 'attachment; filename="my-data.json"')
    return c.json(await deps.exportData(user.id))
  })

  routes.post(contract.deletionCodePath, async (c) => {
    const user = await requireUser(findUser, c)
    if (await deps.isStillCharged(user.id)) throw new AppError('subscription-live')
    await limit(limits.sendDeletionByUser, user.id)
    await auth.sendDeletionCode(user, c.req.raw.headers)
    return c.json({} satisfies NoFields)
  })

  routes.post(contract.deleteAccountPath, async (c) => {
    const user = await requireUser(findUser, c)
    const { code } = await readJson(c, DeleteBody)
    await limit(limits.tryDeletionByUser, user.id)
    const spendCode = (given: string) => auth.spendDeletionCode(user, given)
    await deleteAccount({ ...deps, spendCode }, user, code)
    // The session went with the user: this takes the cookies along.
    await takeResult(c, await endSession(c))
    c.header('set-cookie', auth.forgetBrowser, { append: true })
    return c.json({ success: true } satisfies contract.Done)
  })

  return routes
}

/** As long as a session; the page's script reads it too (server/pages/document.ts). */
const languageCookieFor = (language: Language, secure: boolean) =>
  serializeCookie(languageCookie, language, { maxAge: 34_560_000, path: '/', secure, sameSite: 'Lax' })

/** The library's result: its cookies are passed on, an error is thrown as an AppError. */
async function takeResult(c: Context, response: Response) {
  setCookies(c, cookiesOf(response))
  if (!response.ok) throw await authError(response)
  return response.json()
}
