import { createHmac } from 'node:crypto'
import { readCookies } from '../http/cookies.ts'
import { signedToken } from './read-session.ts'

interface Signing {
  cookieName: string
  secret: string
  formerSecrets: readonly string[]
}

/**
 * A session that was signed with a secret of before, signed with the one in force: so a secret is replaced and nobody is
 * signed out. The token in it is looked up in the database as ever. The very same headers when there is nothing to do.
 */
export function reSignSessionCookie(
  headers: Headers,
  { cookieName, secret, formerSecrets }: Signing,
): Headers {
  const cookies = readCookies(headers.get('cookie'))
  for (const former of formerSecrets) {
    const token = signedToken(cookies.get(cookieName), former)
    if (token === null) continue
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    cookies.set(cookieName, encodeURIComponent(`${token}.${signature}`))
    const changed = new Headers(headers)
    changed.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    return changed
  }
  return headers
}
