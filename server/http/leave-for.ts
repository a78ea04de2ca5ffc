import type { Context } from 'hono'

export function setCookies(c: Context, cookies: string[]): void {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
}

/** The address that is left may hold a credential: it is not told to the next page. */
export function leaveFor(c: Context, address: string, cookies: string[] = []): Response {
  setCookies(c, cookies)
  c.header('referrer-policy', 'no-referrer')
  return c.redirect(address, 303)
}
