import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { RequestOf, ResponseOf } from '../../../core/api-path.ts'
import * as contract from '../../../core/identity/contract.ts'
import { safeNext } from '../../../core/identity/safe-next.ts'
import type { SessionStrength } from '../../../core/identity/session-strength.ts'
import type { LocalPath } from '../../../core/local-path.ts'
import type { SiteLanguages } from '../../../core/messages/site-languages.ts'
import { AppError } from '../../errors.ts'
import { leadOn, leaveFor, setCookies } from '../../http/leave-for.ts'
import type { NetworkLimit, NetworkLimiter } from '../../http/rate-limit.ts'
import { readJson } from '../../http/read-json.ts'
import { noteUser } from '../../http/require-user.ts'
import type { HtmlDocument } from '../../pages/create-pages.ts'
import { cookiesOf } from '../auth-response.ts'
import { signInPage } from '../sign-in-page.ts'

export interface IntegrationRouteDeps {
  languages: SiteLanguages
  limitNetwork: NetworkLimiter
  /** Takes a use back that led to a session. */
  forgive: NetworkLimiter
  openTrustedSession: (userId: string, strength: SessionStrength, headers: Headers) => Promise<Response>
  findUser: (headers: Headers) => Promise<{ id: string; email: string } | null>
  /** Whether this browser has had the account with the address before. */
  hasHadAccount: (headers: Headers, email: string) => boolean
  /** The cookies that make it remember the account. */
  rememberAccount: (headers: Headers, email: string) => string[]
  renderContinueAs: (link: contract.ContinueAs) => HtmlDocument
  ownOrigin: string
  findSignInLink: (token: string) => Promise<{ userId: string; email: string; next: LocalPath } | null>
  spendSignInLink: (token: string) => Promise<{ userId: string; email: string; next: LocalPath } | null>
  /** The user whom a token of the product's own sign-in names; throws an AppError that says why it does not count. */
  userOfToken: (token: string, requestId: string) => Promise<{ userId: string }>
  /** Whether the operator has named this origin as one of the product. */
  isProductOrigin: (origin: string) => boolean
}

const tenMinutesMs = 600_000
const limits = {
  linkByAddress: { name: 'sign-in-link-by-address', max: 60, windowMs: tenMinutesMs },
  exchangeByAddress: { name: 'exchange-by-address', max: 60, windowMs: tenMinutesMs },
} satisfies Record<string, NetworkLimit>

const tokenLength = 16_000
const ExchangeBody = z.strictObject({ token: z.string().max(tokenLength) }) satisfies z.ZodType<
  RequestOf<typeof contract.exchangePath>
>
const ExchangeForm = z.object({ token: z.string().max(tokenLength), next: z.string().max(2_000).optional() })
const formContentType = /^application\/x-www-form-urlencoded[ \t]*(;|$)/i

/** Sign-ins that the product vouches for. */
export function integrationRoutes(deps: IntegrationRouteDeps) {
  const { languages, limitNetwork } = deps
  const routes = new Hono()

  async function isLimited(c: Context): Promise<boolean> {
    try {
      await limitNetwork(limits.linkByAddress, c)
      return false
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-many') return true
      throw error
    }
  }

  function refuseLink(c: Context, error: 'link-expired' | 'too-many') {
    const page = signInPage(languages, c.req.header('cookie'), { error })
    const site = languages.find(c.req.query('language'))
    return leaveFor(c, site ? languages.translatePath(page, site) : page)
  }

  /** `lead` is how to get to the page that the link names. */
  async function spendLink(c: Context, token: string, lead: typeof leaveFor) {
    const { headers } = c.req.raw
    const link = await deps.spendSignInLink(token)
    if (!link) return refuseLink(c, 'link-expired')
    const session = await deps.openTrustedSession(link.userId, 'product-link', headers)
    if (!session.ok) return refuseLink(c, 'link-expired')
    noteUser(c, link.userId, 'product-link')
    await deps.forgive(limits.linkByAddress, c)
    return lead(c, link.next, [...cookiesOf(session), ...deps.rememberAccount(headers, link.email)])
  }

  /**
   * Whether a link may sign this visitor in without a question. Anybody can lead a visitor to a link of their own account,
   * and the visitor would then pay for that account. So a browser that never had this account asks, unless a page of a
   * sibling host, where the product is, leads here. No page of ours does.
   */
  function isExpected(c: Context, link: { userId: string; email: string }, currentId: string | undefined) {
    if (currentId !== undefined) return currentId === link.userId
    const isFromSibling = c.req.header('sec-fetch-site') === 'same-site'
    return isFromSibling || deps.hasHadAccount(c.req.raw.headers, link.email)
  }

  /** Visitors see a page, whatever becomes of the link. */
  routes.get(contract.signInLinkPath, async (c) => {
    if (await isLimited(c)) return refuseLink(c, 'too-many')
    // HEAD comes here as well, from programs that preview links: they must not use it up.
    if (c.req.method !== 'GET') return refuseLink(c, 'link-expired')
    const token = c.req.query('token') ?? ''
    const link = await deps.findSignInLink(token)
    if (!link) return refuseLink(c, 'link-expired')
    const current = await deps.findUser(c.req.raw.headers)
    if (isExpected(c, link, current?.id)) return spendLink(c, token, leaveFor)
    const { email, next } = link
    const currentEmail = current?.email ?? null
    const { html, headers } = deps.renderContinueAs({ token, next, email, currentEmail })
    // Not `no-referrer`: with it browsers do not name the origin of the form either.
    return c.html(html, 200, { ...headers, 'referrer-policy': 'same-origin' })
  })

  /** The answer to that question, from our own page only. */
  routes.post(contract.signInLinkPath, async (c) => {
    if (c.req.header('origin') !== deps.ownOrigin) throw new AppError('foreign-origin')
    if (!formContentType.test(c.req.header('content-type') ?? '')) throw new AppError('bad-request')
    if (await isLimited(c)) return refuseLink(c, 'too-many')
    const lead: typeof leaveFor = (_, to, cookies) => leadOn(c, languages.ofPath(to), to, cookies)
    return spendLink(c, new URLSearchParams(await c.req.text()).get('token') ?? '', lead)
  })

  async function openSession(c: Context, token: string) {
    const { userId } = await deps.userOfToken(token, c.get('requestId'))
    const session = await deps.openTrustedSession(userId, 'product-token', c.req.raw.headers)
    if (!session.ok) throw new AppError('unexpected')
    noteUser(c, userId, 'product-token')
    return { userId, session }
  }

  routes.post(contract.exchangePath, async (c) => {
    const { token } = await readJson(c, ExchangeBody)
    await limitNetwork(limits.exchangeByAddress, c)
    const { userId, session } = await openSession(c, token)
    setCookies(c, cookiesOf(session))
    return c.json({ user: { id: userId } } satisfies ResponseOf<typeof contract.exchangePath>)
  })

  /**
   * A form that a page of the product submits: the browser comes here, so that our cookies are not another site's. The
   * token is in the body, which neither logs nor `Referer` nor the history keep. Browsers name the origin: without this
   * check anybody's page could sign a visitor in to an account of its own.
   */
  routes.post(contract.exchangeFormPath, async (c) => {
    const origin = c.req.header('origin') ?? ''
    if (origin !== deps.ownOrigin && !deps.isProductOrigin(origin)) throw new AppError('foreign-origin')
    if (!formContentType.test(c.req.header('content-type') ?? '')) throw new AppError('bad-request')
    const form = ExchangeForm.safeParse(Object.fromEntries(new URLSearchParams(await c.req.text())))
    if (!form.success) throw new AppError('bad-request')
    const next = safeNext(form.data.next)
    try {
      await limitNetwork(limits.exchangeByAddress, c)
      const { session } = await openSession(c, form.data.token)
      return leaveFor(c, next, cookiesOf(session))
    } catch (error) {
      if (!(error instanceof AppError) || error.status === 500) throw error
      return leaveFor(c, signInPage(languages, c.req.header('cookie'), { next, error: error.code }))
    }
  })

  return routes
}
