import type { Context } from 'hono'
import { safeNext } from '../../core/identity/safe-next.ts'
import type { LocalPath } from '../../core/local-path.ts'
import type { SiteLanguages } from '../../core/messages/site-languages.ts'
import { parseCookies, serializeCookie } from '../http/cookies.ts'

const cookie = 'fairseat_started_in'

/** The language of the page where a sign-in with a provider was started; the provider does not give it back. */
export const createProviderLanguage = (languages: SiteLanguages, secure: boolean) => ({
  remember(c: Context, callbackURL: string | undefined): void {
    if (languages.all.length === 1) return
    const { language } = languages.ofPath(safeNext(callbackURL))
    const attributes = { maxAge: 600, path: '/api/auth/callback', httpOnly: true, secure } as const
    const line = serializeCookie(cookie, language, { ...attributes, sameSite: 'Lax' })
    c.header('set-cookie', line, { append: true })
  },

  /** A failure that the library cannot match to a page leads to the sign-in page without a language. */
  restore(c: Context, page: LocalPath): LocalPath {
    if (!page.startsWith('/sign-in?error=')) return page
    const cookies = c.req.header('cookie') ?? ''
    const startedIn = languages.find(parseCookies(cookies)[cookie])
    return startedIn ? languages.translatePath(page, startedIn) : languages.forVisitor(page, cookies)
  },
})
