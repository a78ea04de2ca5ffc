import { parseSetCookieHeader } from 'better-auth/cookies/utils'
import { codeExpired, codeSpent, codeWrong, type SessionResponse } from '../../core/identity/contract.ts'
import { sessionHintCookie } from '../../core/identity/session-hint.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { serializeCookie } from '../http/cookies.ts'

/** The access window inside the long session: the browser refreshes before it ends (I4). */
const accessWindowMs = 3_600_000

const errorCodes: Record<string, ErrorCode> = {
  INVALID_EMAIL: 'bad-email',
  INVALID_OTP: codeWrong,
  OTP_EXPIRED: codeExpired,
  TOO_MANY_ATTEMPTS: codeSpent,
  UNAUTHORIZED: 'not-signed-in',
  INVALID_ORIGIN: 'foreign-origin',
  MISSING_OR_NULL_ORIGIN: 'foreign-origin',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'foreign-origin',
}

interface LibrarySession {
  user: { id: string; email: string; name: string }
  session: { id: string; updatedAt: string | Date }
}

/** What the browser needs of a session; the token stays in its HttpOnly cookie. */
export const sessionResult = ({ user, session }: LibrarySession): SessionResponse => ({
  user: { id: user.id, email: user.email, name: user.name },
  session: {
    id: session.id,
    accessExpiresAt: new Date(new Date(session.updatedAt).getTime() + accessWindowMs).toISOString(),
  },
})

/** A refusal of the authentication library in our own words. */
export async function authError(response: Response): Promise<AppError> {
  const body = (await response.json().catch(() => null)) as { code?: string } | null
  return new AppError(
    errorCodes[body?.code ?? ''] ?? (response.status >= 500 ? 'unexpected' : 'bad-request'),
    {
      cause: body?.code,
    },
  )
}

/** The library's cookies, with the hint beside the session's. */
export function cookiesOf(response: Response): string[] {
  const hint = hintCookieFor(response)
  return [...response.headers.getSetCookie(), ...(hint ? [hint] : [])]
}

/** Whether the response carries the cookie of a new session. */
export const startsSession = (response: Response): boolean => Boolean(sessionCookieIn(response)?.value)

function sessionCookieIn(response: Response) {
  const cookies = response.headers.getSetCookie().flatMap((line) => [...parseSetCookieHeader(line)])
  return cookies.find(([name]) => /^(__Host-)?fairseat\.session_token$/.test(name))?.[1]
}

/** The hint comes and goes with the session's cookie. Null when the response leaves that one alone. */
function hintCookieFor(response: Response): string | null {
  const session = sessionCookieIn(response)
  if (!session) return null
  const { value, 'max-age': maxAge = 0, secure = false } = session
  return serializeCookie(sessionHintCookie, value && '1', { maxAge, path: '/', secure, sameSite: 'Lax' })
}
