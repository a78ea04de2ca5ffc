import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { oidcScopes } from '../../../core/identity/oidc-scopes.ts'
import { safeNext } from '../../../core/identity/safe-next.ts'
import type { SiteLanguages } from '../../../core/messages/site-languages.ts'
import { AppError } from '../../errors.ts'
import { clientAddress, ownPath } from '../../http/destination.ts'
import { leaveFor } from '../../http/leave-for.ts'
import type { NetworkLimit, NetworkLimiter } from '../../http/rate-limit.ts'
import { cookiesOf } from '../auth-response.ts'
import type { LibraryCall } from '../library-request.ts'
import { signInPage } from '../sign-in-page.ts'
import { loginRequiredPath, type OidcProvider } from './provider.ts'

interface OidcRouteDeps {
  provider: OidcProvider
  languages: SiteLanguages
  limitNetwork: NetworkLimiter
  /** A request to the library that carries who is signed in, and nothing else of the one that came. */
  requestFor: (headers: Headers, call: LibraryCall) => Request
  findUser: (headers: Headers) => Promise<{ sessionId: string } | null>
  signOut: (headers: Headers) => Promise<Response>
}

const tenMinutesMs = 600_000
const limits = {
  authorizeByAddress: { name: 'oidc-authorize-by-address', max: 120, windowMs: tenMinutesMs },
  endSessionByAddress: { name: 'oidc-end-session-by-address', max: 120, windowMs: tenMinutesMs },
  keysByAddress: { name: 'oidc-keys-by-address', max: 600, windowMs: tenMinutesMs },
  // A product's server asks for all its visitors from one address.
  tokenByAddress: { name: 'oidc-token-by-address', max: 1_200, windowMs: tenMinutesMs },
  userInfoByAddress: { name: 'oidc-userinfo-by-address', max: 1_200, windowMs: tenMinutesMs },
} satisfies Record<string, NetworkLimit>

const base = '/api/auth'
const paths = {
  authorize: `${base}/oauth2/authorize`,
  token: `${base}/oauth2/token`,
  userInfo: `${base}/oauth2/userinfo`,
  endSession: `${base}/oauth2/end-session`,
  keys: `${base}/jwks`,
}

/** What is passed on; whatever else a product sends is ignored, as RFC 6749 requires. */
const authorizeFields = [
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'nonce', 'code_challenge'],
  ...['code_challenge_method', 'prompt', 'max_age', 'request', 'request_uri'],
]
const tokenFields = [
  ...['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope'],
  ...['client_id', 'client_secret'],
]
const endSessionFields = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state']
const fieldLength = 4_000
const formContentType = /^application\/x-www-form-urlencoded[ \t]*(;|$)/i

/** `prompt=login` is met by a sign-in that is at most so old: the visitor comes back from the sign-in page. */
const freshSignInSeconds = 300
/** Less could not be met: signing in takes longer. */
const shortestMaxAgeSeconds = 60

/** The parts of OpenID Connect that are open. Errors have the form of RFC 6749, which clients expect. */
export function oidcRoutes({ provider, ...deps }: OidcRouteDeps) {
  const { languages, limitNetwork } = deps
  const routes = new Hono()
  const { issuer } = provider
  const at = (path: string) => new URL(path, issuer).href
  const ownPage = (c: Context, address: string) =>
    languages.forVisitor(ownPath(address, issuer), c.req.header('cookie'))

  const discovery = {
    issuer,
    authorization_endpoint: at(paths.authorize),
    token_endpoint: at(paths.token),
    userinfo_endpoint: at(paths.userInfo),
    jwks_uri: at(paths.keys),
    end_session_endpoint: at(paths.endSession),
    scopes_supported: oidcScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login'],
    claims_supported: ['sub', 'name', 'email', 'email_verified', 'plan', 'fairseat', 'auth_time', 'sid'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  }

  routes.get('/.well-known/openid-configuration', (c) => {
    c.header('access-control-allow-origin', '*')
    c.header('cache-control', 'public, max-age=300')
    return c.json(discovery)
  })

  routes.get(paths.keys, async (c) => {
    await limitNetwork(limits.keysByAddress, c)
    c.header('access-control-allow-origin', '*')
    return passOn(c, await provider.call(new Request(at(paths.keys))))
  })

  routes.get(paths.authorize, async (c) => {
    await limitNetwork(limits.authorizeByAddress, c)
    const given = pick(new URL(c.req.url).searchParams, authorizeFields)
    if (!given)
      return leaveFor(c, signInPage(languages, c.req.header('cookie'), { error: 'invalid_request' }))
    const { prompt = '', ...query } = given
    const prompts = prompt.split(' ')
    const mustSignIn = ['login', 'select_account', 'create'].some((one) => prompts.includes(one))
    const passed = prompts.includes('none') ? { prompt } : mustSignIn ? { prompt: 'login' } : {}
    const call = { method: 'GET', path: '/oauth2/authorize', query: { ...query, ...passed } } as const
    const response = await provider.call(deps.requestFor(onlyCookies(c), call))
    const location = response.headers.get('location')
    if (!location) return passOn(c, response)
    if (!location.startsWith(loginRequiredPath)) {
      const client = provider.findClient(query.client_id ?? '')
      return leaveFor(c, clientAddress(client?.redirectUris ?? [], location) ?? ownPage(c, location))
    }
    const next = new URLSearchParams(query)
    const isAgain = mustSignIn || query.max_age !== undefined
    if (isAgain) {
      const wanted = Math.max(Number(query.max_age ?? freshSignInSeconds), shortestMaxAgeSeconds)
      next.set('max_age', String(mustSignIn ? Math.min(wanted, freshSignInSeconds) : wanted))
    }
    const page = { next: safeNext(`${paths.authorize}?${next}`), ...(isAgain && { again: '1' as const }) }
    return leaveFor(c, signInPage(languages, c.req.header('cookie'), page))
  })

  /** For products that run in the browser: without cookies, and from the origins of the clients only. */
  const allowClients: MiddlewareHandler = async (c, next) => {
    const origin = c.req.header('origin')
    c.header('vary', 'origin')
    if (origin === undefined || origin === issuer) return next()
    if (!provider.isClientOrigin(origin)) throw new AppError('foreign-origin')
    c.header('access-control-allow-origin', origin)
    if (c.req.method !== 'OPTIONS') return next()
    c.header('access-control-allow-methods', 'GET, POST')
    c.header('access-control-allow-headers', 'authorization, content-type')
    return c.body(null, 204)
  }
  routes.use(paths.token, allowClients)
  routes.use(paths.userInfo, allowClients)

  routes.post(paths.token, async (c) => {
    await limitNetwork(limits.tokenByAddress, c)
    if (!formContentType.test(c.req.header('content-type') ?? ''))
      return refuse(c, 400, 'invalid_request', 'Send a form (application/x-www-form-urlencoded).')
    const form = pick(new URLSearchParams(await c.req.text()), tokenFields)
    if (!form) return refuse(c, 400, 'invalid_request', 'A parameter is repeated or too long.')
    const fields = withBasicCredentials(form, c.req.header('authorization'))
    if (!fields) return refuse(c, 401, 'invalid_client', 'The client credentials are not understood.')
    const request = new Request(at(paths.token), { method: 'POST', body: new URLSearchParams(fields) })
    return passOn(c, await provider.call(request))
  })

  routes.get(paths.userInfo, async (c) => {
    await limitNetwork(limits.userInfoByAddress, c)
    const authorization = c.req.header('authorization')
    const request = new Request(at(paths.userInfo), { headers: authorization ? { authorization } : {} })
    return passOn(c, await provider.call(request))
  })

  /**
   * Ends the session that the identity token was issued in, if it is this browser's. Without such a token nobody is signed
   * out, because any page can lead here: the visitor then gets to /account, where there is a button.
   */
  routes.get(paths.endSession, async (c) => {
    await limitNetwork(limits.endSessionByAddress, c)
    const given = pick(new URL(c.req.url).searchParams, endSessionFields) ?? {}
    const hint = await provider.readHint(given.id_token_hint ?? '')
    const isConsistent = !given.client_id || !hint || given.client_id === hint.clientId
    const client = provider.findClient(hint?.clientId ?? given.client_id ?? '')
    const user = await deps.findUser(c.req.raw.headers)
    if (user && (user.sessionId !== hint?.sessionId || !isConsistent))
      return leaveFor(c, ownPage(c, '/account'))
    const cookies = user ? cookiesOf(await deps.signOut(c.req.raw.headers)) : []
    const wanted = given.post_logout_redirect_uri ?? ''
    const isWanted = isConsistent && client?.postLogoutRedirectUris.some((uri) => uri === wanted)
    const back = isWanted ? clientAddress([wanted], withState(wanted, given.state)) : null
    return leaveFor(c, back ?? ownPage(c, '/pricing'), cookies)
  })

  return routes
}

/** One of each, and none too long; null otherwise (RFC 6749, section 3.1). An empty one counts as absent. */
function pick(params: URLSearchParams, names: readonly string[]): Record<string, string> | null {
  const found: Record<string, string> = {}
  for (const name of names) {
    const [value, ...others] = params.getAll(name)
    if (others.length > 0 || (value?.length ?? 0) > fieldLength) return null
    if (value) found[name] = value
  }
  return found
}

/** RFC 6749, section 2.3.1: both ways are the same to us; both at once are none. Null when the header is malformed. */
function withBasicCredentials(form: Record<string, string>, authorization: string | undefined) {
  if (authorization === undefined) return form
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? []
  const decoded = Buffer.from(encoded ?? '', 'base64').toString()
  const colon = decoded.indexOf(':')
  if (colon < 1 || form.client_secret) return null
  try {
    const [id, secret] = [decoded.slice(0, colon), decoded.slice(colon + 1)].map((text) =>
      decodeURIComponent(text.replaceAll('+', ' ')),
    )
    if (form.client_id && form.client_id !== id) return null
    return { ...form, client_id: id ?? '', client_secret: secret ?? '' }
  } catch {
    return null
  }
}

function withState(address: string, state: string | undefined): string {
  const url = new URL(address)
  if (state) url.searchParams.set('state', state)
  return url.href
}

/** The library answers a browser's `fetch` in another way; to it every call is a plain one. */
function onlyCookies(c: Context): Headers {
  const cookie = c.req.header('cookie')
  return new Headers(cookie ? { cookie } : {})
}

function refuse(c: Context, status: 400 | 401, error: string, error_description: string) {
  return c.json({ error, error_description }, status)
}

/** Status and content of the library's answer; of its headers only the challenge. */
async function passOn(c: Context, response: Response) {
  const challenge = response.headers.get('www-authenticate')
  if (challenge) c.header('www-authenticate', challenge)
  c.header('content-type', 'application/json')
  return c.body(await response.text(), response.status as 200)
}
