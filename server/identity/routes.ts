import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { NoFields, RequestOf, ResponseOf } from '../../core/api-path.ts'
import * as contract from '../../core/identity/contract.ts'
import { deviceName } from '../../core/identity/device-name.ts'
import { safeNext } from '../../core/identity/safe-next.ts'
import type { LocalPath } from '../../core/local-path.ts'
import { inLanguage } from '../../core/messages/in-language.ts'
import type { Language } from '../../core/messages/languages.ts'
import { chooseLanguagePath, languageCookie } from '../../core/messages/site-languages.ts'
import type { SignInProvider } from '../env.ts'
import { AppError } from '../errors.ts'
import type { ClientNetwork } from '../http/client-network.ts'
import { serializeCookie } from '../http/cookies.ts'
import { ownPath, providerPage } from '../http/destination.ts'
import { redirect, setCookies } from '../http/leave-for.ts'
import type { NetworkLimiter, RateLimit, RateLimiter } from '../http/rate-limit.ts'
import { readJson } from '../http/read-json.ts'
import { noteUser, requireProvenUser, requireUser } from '../http/require-user.ts'
import { authError, cookiesOf, sessionResult } from './auth-response.ts'
import type { AuthService } from './auth-service.ts'
import { type DeleteAccountDeps, deleteAccount } from './delete-account.ts'
import { createProviderLanguage } from './provider-language.ts'
import type { SignInActions, SignInCaller } from './sign-in-actions.ts'
import { type SignInFormDeps, signInFormRoutes } from './sign-in-form/routes.ts'
import { requestLimits } from './sign-in-limits.ts'
import type { SessionRow } from './store.ts'

export interface IdentityRouteDeps
  extends Pick<DeleteAccountDeps, 'removeUser' | 'isStillCharged'>,
    SignInFormDeps {
  auth: AuthService
  actions: SignInActions
  listSessions: (userId: string) => Promise<SessionRow[]>
  /** With the sign-in links and the tokens of products. */
  endSessions: (userId: string) => Promise<unknown>
  /** Everything that is stored about a person. */
  exportData: (userId: string) => Promise<object>
  providers: readonly SignInProvider[]
  backendUrl: string
  /** Mails to the user are in it from now on. */
  saveLanguage: (userId: string, language: Language) => Promise<void>
  limit: RateLimiter
  limitNetwork: NetworkLimiter
  clientNetwork: (c: Context) => ClientNetwork
}

const tenMinutesMs = 600_000
/** Signing in has limits of its own: sign-in-limits.ts. */
const limits = {
  // A browser needs one in an hour (I4), or one a tab where tabs cannot share.
  refreshBySession: { name: 'refresh-by-session', max: 60, windowMs: tenMinutesMs },
  exportByUser: { name: 'export-by-user', max: 10, windowMs: tenMinutesMs },
  sendProofByUser: { name: 'send-proof-code-by-user', max: 5, windowMs: 3_600_000 },
  tryProofByUser: { name: 'try-proof-code-by-user', max: 20, windowMs: tenMinutesMs },
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
const CodeBody = z.strictObject({ code: z.string().max(20) }) satisfies z.ZodType<
  RequestOf<typeof contract.deleteAccountPath> & RequestOf<typeof contract.provePath>
>
type ProviderSignIn = RequestOf<typeof contract.providerSignInPath>
/** RFC 6749, section 4.1.2, and RFC 9207: what a provider returns. Other parameters are ignored, as the first requires. */
const providerResponse = ['code', 'state', 'error', 'error_description', 'iss']

export function identityRoutes(deps: IdentityRouteDeps) {
  const { auth, actions, languages, providers, backendUrl, limit, limitNetwork } = deps
  const { findUser } = auth
  const providerLanguage = createProviderLanguage(languages, auth.isSecure)
  const routes = new Hono()

  /** Requested by every signed-in page. */
  routes.get(contract.sessionPath, async (c) => {
    const found = await auth.readSession(c.req.raw.headers)
    return found ? c.json(sessionResult(found)) : noSession(c)
  })

  /** The refresh: opens a new access window. */
  routes.post(contract.refreshSessionPath, async (c) => {
    const { headers } = c.req.raw
    const found = await auth.readSession(headers)
    if (!found) return noSession(c)
    await limit(limits.refreshBySession, found.session.id)
    const refreshed = await auth.refreshSession(found, headers)
    if (!refreshed) return noSession(c)
    setCookies(c, refreshed.cookies)
    return c.json(sessionResult(refreshed.found))
  })

  function noSession(c: Context) {
    if (auth.hasSessionCookie(c.req.raw.headers)) setCookies(c, auth.removedCookies)
    return c.json(null)
  }

  const callerOf = (c: Context): SignInCaller => ({
    headers: c.req.raw.headers,
    network: deps.clientNetwork(c),
  })

  /** Returns the provider's page. */
  async function startProvider(
    c: Context,
    body: ProviderSignIn,
    headers: Headers,
  ): Promise<contract.ProviderPage> {
    await limitNetwork(requestLimits.provider, c)
    const provider = providers.find(({ id }) => id === body.provider)
    if (!provider) throw new AppError('unknown-provider')
    const call = { method: 'POST', path: '/sign-in/social', body } as const
    const answer = await takeResult(c, await auth.callProvider(provider.id, headers, call))
    const url = providerPage(String(answer.url), provider.issuer)
    if (!url) throw new AppError('provider-down')
    setCookies(c, providerLanguage.cookiesFor(body.callbackURL))
    return url
  }

  routes.route('/', signInFormRoutes({ ...deps, callerOf, startProvider }))

  routes.post(contract.sendCodePath, async (c) => {
    const { email } = await readJson(c, SendBody)
    const next = safeNext(c.req.query('next'), languages.ofHeaders(c.req.raw.headers).prefix)
    setCookies(c, await actions.sendCode({ email, next }, callerOf(c)))
    return c.json({ success: true } satisfies contract.Done)
  })

  routes.post(contract.codeSignInPath, async (c) => {
    const { userId, cookies } = await actions.signIn(await readJson(c, SignInBody), callerOf(c))
    noteUser(c, userId, 'code')
    setCookies(c, cookies)
    return c.json({ user: { id: userId } } satisfies ResponseOf<typeof contract.codeSignInPath>)
  })

  routes.post(contract.providerSignInPath, async (c) => {
    const body = await readJson(c, ProviderBody)
    const url = await startProvider(c, body, c.req.raw.headers)
    return c.json({ url } satisfies ResponseOf<typeof contract.providerSignInPath>)
  })

  /** Where a provider redirects to: visitors see a page, not a response of the API. */
  routes.get('/api/auth/callback/:provider{[a-z0-9-]+}', async (c) => {
    const provider = c.req.param('provider')
    await limitNetwork(requestLimits.providerCallback, c)
    if (!providers.some(({ id }) => id === provider)) return redirect(c, providerDown(c), 302)
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
      const page = providerLanguage.restore(ownPath(location, backendUrl), c.req.header('cookie'))
      await noteSignInOf(c, response, page)
      return redirect(c, page, 302)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'provider-down')) throw error
      return redirect(c, providerDown(c), 302)
    }
  })

  /** Logs who signed in through a provider, and keeps the language of the page that this was started from. */
  async function noteSignInOf(c: Context, response: Response, page: LocalPath) {
    const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])
    const signedIn = await auth.readSession(new Headers({ cookie: cookie.join('; ') }))
    if (!signedIn) return
    noteUser(c, signedIn.user.id, 'provider')
    if (languages.all.length > 1) await deps.saveLanguage(signedIn.user.id, languages.ofPath(page).language)
  }

  const providerDown = (c: Context) =>
    providerLanguage.restore(safeNext('/sign-in?error=provider-down'), c.req.header('cookie'))

  routes.post(contract.signOutPath, async (c) => {
    const leaving = await findUser(c.req.raw.headers)
    if (leaving) noteUser(c, leaving.id)
    const response = await endSession(c)
    // The library does not say when it could not end the session; its cookies must go only with the session.
    if (await findUser(c.req.raw.headers)) throw new AppError('unexpected')
    await takeResult(c, response)
    return c.json({ success: true } satisfies contract.Done)
  })

  const endSession = (c: Context) =>
    auth.callLibrary(c.req.raw.headers, { method: 'POST', path: '/sign-out' })

  routes.post(contract.revokeSessionsPath, async (c) => {
    const { id } = await requireUser(findUser, c)
    await deps.endSessions(id)
    return c.json({ success: true } satisfies contract.Done)
  })

  routes.get(contract.accountPath, async (c) => {
    const { sessionId, needsProof, ...user } = await requireUser(findUser, c)
    const sessions = await deps.listSessions(user.id)
    const site = languages.ofHeaders(c.req.raw.headers)
    return c.json({
      user,
      needsProof,
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
    return redirect(c, languages.translatePath(safeNext(c.req.query('next')), chosen), 303)
  })

  routes.get(contract.exportPath, async (c) => {
    const user = await requireProvenUser(findUser, c)
    await limit(limits.exportByUser, user.id)
    c.header('content-disposition', 'attachment; filename="my-data.json"')
    return c.json(await deps.exportData(user.id))
  })

  routes.post(contract.proofCodePath, async (c) => {
    const user = await requireUser(findUser, c)
    await limit(limits.sendProofByUser, user.id)
    await auth.sendSessionCode('proof', user, c.req.raw.headers)
    return c.json({} satisfies NoFields)
  })

  routes.post(contract.provePath, async (c) => {
    const user = await requireUser(findUser, c)
    const { code } = await readJson(c, CodeBody)
    await limit(limits.tryProofByUser, user.id)
    await auth.prove(user, code, deps.clientNetwork(c))
    return c.json({ success: true } satisfies contract.Done)
  })

  routes.post(contract.deletionCodePath, async (c) => {
    const user = await requireUser(findUser, c)
    if (await deps.isStillCharged(user.id)) throw new AppError('subscription-live')
    await limit(limits.sendDeletionByUser, user.id)
    await auth.sendSessionCode('deletion', user, c.req.raw.headers)
    return c.json({} satisfies NoFields)
  })

  routes.post(contract.deleteAccountPath, async (c) => {
    const user = await requireUser(findUser, c)
    const { code } = await readJson(c, CodeBody)
    await limit(limits.tryDeletionByUser, user.id)
    const spendCode = (given: string) => auth.spendDeletionCode(user, given, deps.clientNetwork(c))
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
