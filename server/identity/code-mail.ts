import { safeNext } from '../../core/identity/safe-next.ts'
import { localPath } from '../../core/messages/local-path.ts'
import * as messages from '../../core/messages/messages.ts'
import type { Mail } from './mail.ts'

interface CodeMailDeps {
  product: string
  /** Where the pages are; never taken from the request, which anyone can forge. */
  siteUrl: string
  to: string
  code: string
}

interface SignInMailDeps extends CodeMailDeps {
  /** Makes the link work in any browser; the code counts only in the one that requested it. */
  linkKey: string
  next?: string | undefined
}

// Both in the language that is being rendered.

/** The link only fills the code in: mail scanners open links. It is in the fragment, which no server logs. */
export function signInMail({ product, siteUrl, to, code, linkKey, next }: SignInMailDeps): Mail {
  const page = new URL(localPath('/sign-in'), siteUrl)
  page.searchParams.set('next', safeNext(next ?? null))
  page.hash = new URLSearchParams({ email: to, code, key: linkKey }).toString()
  return {
    to,
    language: messages.language,
    subject: messages.signInMailSubject({ code, product }),
    text: messages.signInMailText({ code, link: page.href }),
    code,
    link: page.href,
  }
}

export function deletionMail({ product, siteUrl, to, code }: CodeMailDeps): Mail {
  const link = new URL(localPath('/account'), siteUrl).href
  return {
    to,
    language: messages.language,
    subject: messages.deletionMailSubject({ code, product }),
    text: messages.deletionMailText({ code, link }),
    code,
    link,
  }
}
