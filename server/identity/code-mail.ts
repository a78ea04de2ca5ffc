import { safeNext } from '../../core/identity/safe-next.ts'
import type { Mail } from './mail.ts'

interface CodeMailParts {
  product: string
  /** Where the pages are; never taken from the request, which anyone can forge. */
  siteUrl: string
  to: string
  code: string
}

/** The link only fills the code in: mail scanners open links. It is in the fragment, which no server logs. */
export function signInMail({ product, siteUrl, to, code, next }: CodeMailParts & { next?: unknown }): Mail {
  const page = new URL('/sign-in', siteUrl)
  page.searchParams.set('next', safeNext(typeof next === 'string' ? next : null))
  page.hash = new URLSearchParams({ email: to, code }).toString()
  return {
    to,
    subject: `${code} is your ${product} sign-in code`,
    text: `Your code is ${code}. It is valid for 10 minutes and can be used once.

Or open this link, which fills the code in:
${page.href}

If you did not ask for it, ignore this mail: without the code nobody can sign in.`,
    code,
    link: page.href,
  }
}

export function deletionMail({ product, siteUrl, to, code }: CodeMailParts): Mail {
  const link = new URL('/account', siteUrl).href
  return {
    to,
    subject: `${code} is your code to delete your ${product} account`,
    text: `Your code is ${code}. Enter it at ${link} to delete your account for good. It is valid for 10 minutes.

If you did not ask for it, somebody is signed in as you: sign out everywhere at ${link}.`,
    code,
    link,
  }
}
