import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { codeExpired, codeSpent, type ProviderPage } from '../../../core/identity/contract.ts'
import { safeNext } from '../../../core/identity/safe-next.ts'
import { codeFormPath, codePathTo, signInPathTo } from '../../../core/identity/sign-in-paths.ts'
import { inLanguage } from '../../../core/messages/in-language.ts'
import type { SiteLanguage, SiteLanguages } from '../../../core/messages/site-languages.ts'
import type { AppError } from '../../errors.ts'
import { parseCookies, serializeCookie } from '../../http/cookies.ts'
import { csrf } from '../../http/csrf.ts'
import { leadOn, leaveFor } from '../../http/leave-for.ts'
import { readForm } from '../../http/read-form.ts'
import { noteUser } from '../../http/require-user.ts'
import type { HtmlDocument, StartedSignIn } from '../../pages/create-pages.ts'
import type { SignInActions, SignInCaller } from '../sign-in-actions.ts'

type SignInStep = Omit<StartedSignIn, 'next' | 'again'>

/** The steps that the API takes as well, with the same limits. */
export interface SignInSteps {
  actions: SignInActions
  callerOf: (c: Context) => SignInCaller
  /** Returns the provider's page, and sets the cookies that the way back needs. */
  startProvider: (
    c: Context,
    call: { provider: string; callbackURL: string; errorCallbackURL: string },
    headers: Headers,
  ) => Promise<ProviderPage>
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
  actions,
  callerOf,
  startProvider,
}: SignInFormDeps & SignInSteps) {
  const routes = new Hono()
  const secure = ownOrigin.startsWith('https:')
  const cookieName = `${secure ? '__Host-' : ''}fairseat.sign_in`
  /** The address that the code was mailed to, for the page that asks for the code. It does not belong into an address. */
  const addressCookie = (email: string, maxAge: number) =>
    serializeCookie(cookieName, email, { maxAge, path: '/', httpOnly: true, secure, sameSite: 'Lax' })

  for (const site of languages.all) {
    const inSite = <Result>(work: () => Result) => inLanguage(site, work)
    /** The parameters in the address of each of these pages. */
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
    const callerHere = (c: Context) => {
      const caller = callerOf(c)
      const headers = new Headers(caller.headers)
      headers.set('accept-language', site.language)
      return { ...caller, headers }
    }

    routes.post(`${site.prefix}/sign-in`, csrf(ownOrigin), async (c) => {
      const form = await readForm(c, z.union([ProviderForm, AddressForm]))
      const { next, again } = readQuery(c)
      if ('provider' in form) {
        drawErrors(c, (text) => ({ problem: { at: 'provider', text } }))
        const page = inSite(() => signInPathTo(next, again))
        const call = { ...form, callbackURL: page, errorCallbackURL: page }
        return leadOn(c, site, await startProvider(c, call, callerHere(c).headers))
      }
      const { email, resend } = form
      const step = resend ? 'code' : 'email'
      drawErrors(c, (text) => ({ step, email, problem: { at: step, text } }))
      const cookies = await actions.sendCode({ email, next }, callerHere(c))
      const path = inSite(() => safeNext(codePathTo(next, again) + (resend ? '&resent=1' : '')))
      return leaveFor(c, path, [...cookies, addressCookie(email, addressSeconds)])
    })

    routes.get(site.prefix + codeFormPath, (c) => {
      const email = parseCookies(c.req.header('cookie') ?? '', cookieName)[cookieName]
      const { next, again } = readQuery(c)
      const signInPath = inSite(() => safeNext(signInPathTo(next, again)))
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
      const { userId, cookies } = await actions.signIn({ email, otp: code }, callerHere(c))
      noteUser(c, userId, 'code')
      return leadOn(c, site, readQuery(c).next, [...cookies, addressCookie('', 0)])
    })
  }
  return routes
}
