import type { Context } from 'hono'
import type { ProviderPage } from '../../core/identity/contract.ts'
import { inLanguage } from '../../core/messages/in-language.ts'
import * as messages from '../../core/messages/messages.ts'
import type { SiteLanguage } from '../../core/messages/site-languages.ts'
import { escapeHtml } from '../escape-html.ts'
import type { Destination } from './destination.ts'

// The only file that sets the header `location` (redirects.test.ts).

export function setCookies(c: Context, cookies: string[]): void {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
}

/** The address that is left may hold a credential: it is not told to the next page. */
export function leaveFor(c: Context, to: Destination, cookies: string[] = []): Response {
  setCookies(c, cookies)
  c.header('referrer-policy', 'no-referrer')
  return redirect(c, to, 303)
}

/**
 * The response to a form that leads elsewhere: a page that goes there at once. Browsers apply the `form-action` of the page
 * that holds the form to all redirects that follow it, and what lies behind a path of ours may redirect to a product.
 */
export function leadOn(
  c: Context,
  site: SiteLanguage,
  to: Destination | ProviderPage,
  cookies: string[] = [],
): Response {
  setCookies(c, cookies)
  c.header('referrer-policy', 'no-referrer')
  c.header('refresh', `0;url=${to}`)
  const text = inLanguage(site, () => messages.redirecting)
  const link = `<a href="${escapeHtml(to)}">${text}</a>`
  return c.html(`<!doctype html><html lang="${site.language}"><title>${text}</title><p>${link}</p></html>`)
}

export const redirect = (c: Context, to: Destination, status: 302 | 303): Response => c.redirect(to, status)

/** For a response that is written without Hono. */
export const locationHeader = (to: Destination) => ({ location: to })
