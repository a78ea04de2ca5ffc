import * as messages from '../core/messages/messages.ts'
import { pagePath } from '../core/messages/page-path.ts'

/** What every mail is written from. */
export interface MailContext {
  product: string
  /** Where the pages are; never taken from the request, which anyone can forge. */
  siteUrl: string
  to: string
}

/** In the language that is being rendered, with a link to a page in that language. */
export function writeMail<Content extends { subject: string; text: string }>(
  { to, siteUrl }: MailContext,
  page: `/${string}`,
  write: (link: string) => Content,
) {
  const link = new URL(pagePath(page), siteUrl).href
  return { to, language: messages.language, link, ...write(link) }
}
