import type { LocalPath } from '../../core/local-path.ts'
import * as messages from '../../core/messages/messages.ts'
import { type MailContext, writeMail } from '../write-mail.ts'
import type { Mail } from './mail.ts'

interface CodeMailDeps extends MailContext {
  code: string
}

interface SignInMailDeps extends CodeMailDeps {
  /** Makes the link work in any browser; the code counts only in the one that requested it. */
  linkKey: string
  next: LocalPath
}

// Both in the language that is being rendered.

/** The link only fills the code in: mail scanners open links. It is in the fragment, which no server logs. */
export const signInMail = ({ code, linkKey, next, ...context }: SignInMailDeps): Mail =>
  writeMail(context, '/sign-in', (page) => {
    const url = new URL(page)
    url.searchParams.set('next', next)
    url.hash = new URLSearchParams({ email: context.to, code, key: linkKey }).toString()
    const link = url.href
    return {
      subject: messages.signInMailSubject({ code, product: context.product }),
      text: messages.signInMailText({ code, link }),
      code,
      link,
    }
  })

/** For an action that moves money or data, in a session that only the product vouches for. */
export const proofMail = ({ code, ...context }: CodeMailDeps): Mail =>
  writeMail(context, '/account', (link) => ({
    subject: messages.proofMailSubject({ code, product: context.product }),
    text: messages.proofMailText({ code, link }),
    code,
  }))

export const deletionMail = ({ code, ...context }: CodeMailDeps): Mail =>
  writeMail(context, '/account', (link) => ({
    subject: messages.deletionMailSubject({ code, product: context.product }),
    text: messages.deletionMailText({ code, link }),
    code,
  }))
