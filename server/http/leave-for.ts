import type { Context } from 'hono'
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

export const redirect = (c: Context, to: Destination, status: 302 | 303): Response => c.redirect(to, status)

/** For a response that is written without Hono. */
export const locationHeader = (to: Destination) => ({ location: to })
