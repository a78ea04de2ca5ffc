import { createHmac } from 'node:crypto'
import { sessionHintCookie } from '../../core/identity/session-hint.ts'
import { equalInConstantTime } from '../equal-in-constant-time.ts'
import { parseCookies, serializeCookie } from '../http/cookies.ts'
import { cookiePrefix, sessionSeconds } from './auth.ts'

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** The cookie that names a session: `<token>.<signature>`, in the form of the authentication library. */
export function createSessionCookie(backendUrl: string, secret: string, formerSecrets: readonly string[]) {
  const secure = backendUrl.startsWith('https:')
  const name = `${cookiePrefix(backendUrl)}.session_token`
  const sign = (token: string, key: string) => createHmac('sha256', key).update(token).digest()
  const signed = (token: string) => `${token}.${sign(token, secret).toString('base64')}`

  function tokenIn(value: string): string | null {
    const dot = value.lastIndexOf('.')
    const token = value.slice(0, dot)
    const given = Buffer.from(value.slice(dot + 1), 'base64')
    const isSigned = [secret, ...formerSecrets].some((key) => equalInConstantTime(given, sign(token, key)))
    return dot > 0 && isSigned ? token : null
  }

  function write(value: string, maxAge: number): string[] {
    const shared = { maxAge, path: '/', secure, sameSite: 'Lax' } as const
    return [
      serializeCookie(name, value, { ...shared, httpOnly: true }),
      serializeCookie(sessionHintCookie, value && '1', shared),
    ]
  }

  return {
    name,
    /** The value of the cookie for a token, under the current secret. */
    signed,
    /**
     * The token in a request's cookie if it was signed with a secret in use, so that replacing a secret signs nobody out.
     * Null for two cookies of that name: another host of the domain may have planted one.
     */
    readToken(headers: Headers): string | null {
      const header = headers.get('cookie') ?? ''
      if (countCookies(header, name) > 1) return null
      return tokenIn(parseCookies(header, name)[name] ?? '')
    },
    /** For the whole age again (rule I3), with the hint beside it. The end of the session is the database's. */
    write: (token: string): string[] => write(signed(token), sessionSeconds),
    removed: write('', 0),
  }
}

const countCookies = (header: string, name: string): number =>
  header.split(';').filter((pair) => pair.split('=')[0]?.replace(/^[ \t]+|[ \t]+$/g, '') === name).length
