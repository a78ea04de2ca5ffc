import { createHash } from 'node:crypto'
import type { FindUser } from './require-user.ts'

const rememberedCookies = 10_000

/** Cookies open a session: they are not kept. */
const hash = (cookies: string) => createHash('sha256').update(cookies).digest('base64url')

interface User {
  id: string
  email: string
}

/**
 * Finds the signed-in user, and reads something of theirs at the same time instead of afterwards: for the user whose cookies
 * these were last. What was read for anybody else than the session now names is dropped, and read for that one.
 */
export function findUserWith<Read>(
  findUser: FindUser<User>,
  read: (user: User) => Promise<Read>,
): (headers: Headers) => Promise<Read | null> {
  const lastUsers = new Map<string, User>()

  function remember(key: string, { id, email }: User) {
    const [oldest] = lastUsers.keys()
    if (oldest !== undefined && lastUsers.size >= rememberedCookies) lastUsers.delete(oldest)
    lastUsers.set(key, { id, email })
  }

  return async (headers) => {
    const key = hash(headers.get('cookie') ?? '')
    const expected = lastUsers.get(key)
    const early = expected && read(expected)
    // If it fails and there is no session, nobody looks at it.
    early?.catch(() => {})
    const user = await findUser(headers)
    lastUsers.delete(key)
    if (!user) return null
    remember(key, user)
    const isExpected = expected?.id === user.id && expected.email === user.email
    return isExpected && early ? early : read(user)
  }
}
