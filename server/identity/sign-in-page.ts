import { safeNext } from '../../core/identity/safe-next.ts'
import type { LocalPath } from '../../core/local-path.ts'
import type { SiteLanguages } from '../../core/messages/site-languages.ts'

interface SignInQuery {
  next?: LocalPath
  /** A code that web/identity/provider-error.ts turns into a sentence. */
  error?: string
  again?: '1'
}

/** The sign-in page in the language of `next`, else in the one that the visitor has chosen. */
export function signInPage(
  languages: SiteLanguages,
  cookies: string | undefined,
  query: SignInQuery,
): LocalPath {
  const page = safeNext(`/sign-in?${new URLSearchParams({ ...query })}`)
  return languages.translatePath(page, languages.ofVisit(query.next ?? page, cookies))
}
