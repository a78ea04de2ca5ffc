import { safeNext } from '../../core/identity/safe-next.ts'
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

/** The link only fills the code in: mail scanners open links. It is in the fragment, which no server logs. */
export function signInMail({ product, siteUrl, to, code, linkKey, next }: SignInMailDeps): Mail {
  const page = new URL('/sign-in', siteUrl)
  page.searchParams.set('next', safeNext(next ?? null))
  page.hash = new URLSearchParams({ email: to, code, key: linkKey }).toString()
  return {
    to,
    subject: `${code} is your ${product} sign-in code`,
    text: `Your code is ${code}. It works once, for 10 minutes, in the browser where you asked for it.

Or open this link, which fills in the code for you. It works in any browser for an hour:
${page.href}

If you didn’t ask for it, you can ignore this e-mail: nobody can sign in without it. Never share the code.`,
    code,
    link: page.href,
  }
}

export function deletionMail({ product, siteUrl, to, code }: CodeMailDeps): Mail {
  const link = new URL('/account', siteUrl).href
  return {
    to,
    subject: `${code} is your code to delete your ${product} account`,
    text: `Your code is ${code}. Enter it at ${link} to delete your account for good. It works for 10 minutes.

If you didn’t ask for it, somebody else is signed in as you: sign out everywhere at ${link}.`,
    code,
    link,
  }
}
