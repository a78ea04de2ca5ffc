import { safeNext } from '../../core/identity/safe-next.ts'
import type { LocalPath } from '../../core/local-path.ts'
import type { SiteLanguages } from '../../core/messages/site-languages.ts'
import { parseCookies, serializeCookie } from '../http/cookies.ts'

const cookie = 'fairseat_started_in'

/** The language of the page where a sign-in with a provider was started; the provider does not give it back. */
export const createProviderLanguage = (languages: SiteLanguages, secure: boolean) => ({
  /** The cookies to set where the sign-in starts. */
  cookiesFor(callbackURL: string | undefined): string[] {
    if (languages.all.length === 1) return []
    const { language } = languages.ofPath(safeNext(callbackURL))
    const attributes = { maxAge: 600, path: '/api/auth/callback', httpOnly: true, secure } as const
    return [serializeCookie(cookie, language, { ...attributes, sameSite: 'Lax' })]
  },

  /** A failure that the library cannot match to a page leads to the sign-in page without a language. */
  restore(page: LocalPath, cookies = ''): LocalPath {
    if (!page.startsWith('/sign-in?error=')) return page
    const startedIn = languages.find(parseCookies(cookies)[cookie])
    return startedIn ? languages.translatePath(page, startedIn) : languages.forVisitor(page, cookies)
  },
})
