import { createHmac } from 'node:crypto'
import { cookieHeader, parseCookies } from '../http/cookies.ts'
import { signedToken } from './read-session.ts'

interface Signing {
  cookieName: string
  secret: string
  formerSecrets: readonly string[]
}

/**
 * Signs a session cookie of a former secret with the current one, so that replacing a secret signs nobody out. The token is
 * still looked up in the database. Returns the same headers when there is nothing to do.
 */
export function reSignSessionCookie(
  headers: Headers,
  { cookieName, secret, formerSecrets }: Signing,
): Headers {
  const cookies = parseCookies(headers.get('cookie') ?? '')
  for (const former of formerSecrets) {
    const token = signedToken(cookies[cookieName], former)
    if (token === null) continue
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    const changed = new Headers(headers)
    changed.set('cookie', cookieHeader({ ...cookies, [cookieName]: `${token}.${signature}` }))
    return changed
  }
  return headers
}
