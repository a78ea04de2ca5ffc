import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { codeExpired, codeSpent } from '../../../core/identity/contract.ts'
import { safeNext } from '../../../core/identity/safe-next.ts'
import { codeFormPath, codePathTo, signInPathTo } from '../../../core/identity/sign-in-paths.ts'
import { inLanguage } from '../../../core/messages/in-language.ts'
import * as messages from '../../../core/messages/messages.ts'
import type { SiteLanguage, SiteLanguages } from '../../../core/messages/site-languages.ts'
import type { AppError } from '../../errors.ts'
import { escapeHtml } from '../../escape-html.ts'
import { parseCookies, serializeCookie } from '../../http/cookies.ts'
import { csrf } from '../../http/csrf.ts'
import { leaveFor } from '../../http/leave-for.ts'
import { readForm } from '../../http/read-form.ts'
import type { HtmlDocument, StartedSignIn } from '../../pages/create-pages.ts'

type SignInStep = Omit<StartedSignIn, 'next' | 'again'>

/** What the API does as well, with the same limits. Cookies are set on the response. */
export interface SignInSteps {
  sendCode: (c: Context, email: string, next: string, headers: Headers) => Promise<void>
  signIn: (c: Context, proof: { email: string; otp: string }, headers: Headers) => Promise<string>
  /** Returns the provider's address. */
  startProvider: (
    c: Context,
    call: { provider: string; callbackURL: string; errorCallbackURL: string },
    headers: Headers,
  ) => Promise<string>
}

export interface SignInFormDeps {
  ownOrigin: string
  languages: SiteLanguages
  renderSignIn: (started: StartedSignIn, site: SiteLanguage, cookies: string | undefined) => HtmlDocument
}

const emailLength = 254
const AddressForm = z.object({
  email: z.string().max(emailLength),
  /** From the page that asks for the code. */
  resend: z.literal('1').optional(),
})
const ProviderForm = z.object({ provider: z.string().max(100) })
const CodeForm = z.object({ email: z.string().max(emailLength), code: z.string().max(20) })

/** As long as a code. */
const addressSeconds = 600

/**
 * Signing in without a script, or before it has come: the sign-in page's forms are posted to the address of the page. A refusal
 * is the same page with a sentence at the field.
 */
export function signInFormRoutes({
  ownOrigin,
  languages,
  renderSignIn,
  ...steps
}: SignInFormDeps & SignInSteps) {
  const routes = new Hono()
  const secure = ownOrigin.startsWith('https:')
  const cookieName = `${secure ? '__Host-' : ''}fairseat.sign_in`
  /** The address that the code was mailed to, for the page that asks for the code. It does not belong into an address. */
  const addressCookie = (email: string, maxAge: number) =>
    serializeCookie(cookieName, email, { maxAge, path: '/', httpOnly: true, secure, sameSite: 'Lax' })

  for (const site of languages.all) {
    const inSite = <Result>(work: () => Result) => inLanguage(site, work)
    /** What the address of each of these pages carries. */
    const readQuery = (c: Context) => ({
      next: inSite(() => safeNext(c.req.query('next'))),
      again: c.req.query('again') === '1',
    })
    const draw = (c: Context, step: SignInStep, status: AppError['status'] | 200) => {
      const { html, headers } = renderSignIn({ ...readQuery(c), ...step }, site, c.req.header('cookie'))
      return c.html(html, status, headers)
    }
    /** From here on a refusal is drawn. */
    const drawErrors = (c: Context, step: (text: string, error: AppError) => SignInStep) =>
      c.set('errorPage', { site, draw: (error, text) => draw(c, step(text, error), error.status) })
    /** Mails are in the language of the page. */
    const headersOf = (c: Context) => {
      const headers = new Headers(c.req.raw.headers)
      headers.set('accept-language', site.language)
      return headers
    }

    routes.post(`${site.prefix}/sign-in`, csrf(ownOrigin), async (c) => {
      const form = await readForm(c, z.union([ProviderForm, AddressForm]))
      const { next, again } = readQuery(c)
      if ('provider' in form) {
        drawErrors(c, (text) => ({ problem: { at: 'provider', text } }))
        const page = inSite(() => signInPathTo(next, again))
        const call = { ...form, callbackURL: page, errorCallbackURL: page }
        return leadOn(c, site, await steps.startProvider(c, call, headersOf(c)))
      }
      const { email, resend } = form
      const step = resend ? 'code' : 'email'
      drawErrors(c, (text) => ({ step, email, problem: { at: step, text } }))
      await steps.sendCode(c, email, next, headersOf(c))
      const path = inSite(() => codePathTo(next, again)) + (resend ? '&resent=1' : '')
      return leaveFor(c, path, [addressCookie(email, addressSeconds)])
    })

    routes.get(site.prefix + codeFormPath, (c) => {
      const email = parseCookies(c.req.header('cookie') ?? '', cookieName)[cookieName]
      const { next, again } = readQuery(c)
      const signInPath = inSite(() => signInPathTo(next, again))
      if (!email || email.length > emailLength) return leaveFor(c, signInPath)
      return draw(c, { step: 'code', email, sentAgain: c.req.query('resent') === '1' }, 200)
    })

    routes.post(site.prefix + codeFormPath, csrf(ownOrigin), async (c) => {
      const { email, code } = await readForm(c, CodeForm)
      drawErrors(c, (text, error) => ({
        step: 'code',
        email,
        problem: { at: 'code', text },
        codeSpent: error.code === codeExpired || error.code === codeSpent,
      }))
      await steps.signIn(c, { email, otp: code }, headersOf(c))
      c.header('set-cookie', addressCookie('', 0), { append: true })
      return leadOn(c, site, readQuery(c).next)
    })
  }
  return routes
}

/**
 * A page that leads on at once, in place of a redirect: browsers apply the `form-action` of the page that holds a form to all
 * redirects that follow it, and what lies behind `next` may redirect to a product.
 */
function leadOn(c: Context, site: SiteLanguage, address: string): Response {
  c.header('referrer-policy', 'no-referrer')
  c.header('refresh', `0;url=${address}`)
  const text = inLanguage(site, () => messages.redirecting)
  return c.html(
    `<!doctype html><html lang="${site.language}"><title>${text}</title><p><a href="${escapeHtml(address)}">${text}</a></p></html>`,
  )
}
