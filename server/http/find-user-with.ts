import type { FindUser } from './require-user.ts'

const remembered = { cookies: 10_000, characters: 1_000 }

/**
 * Finds the signed-in user, and reads something of theirs at the same time instead of afterwards: for the user whose cookies
 * these were last. What was read for anybody else than the session now names is dropped, and read for that one.
 */
export function findUserWith<User extends { id: string; email: string }, Read>(
  findUser: FindUser<User>,
  read: (user: User) => Promise<Read>,
): (headers: Headers) => Promise<Read | null> {
  const lastUsers = new Map<string, User>()

  function remember(cookies: string, user: User) {
    const [oldest] = lastUsers.keys()
    if (oldest !== undefined && lastUsers.size >= remembered.cookies) lastUsers.delete(oldest)
    if (cookies.length <= remembered.characters) lastUsers.set(cookies, user)
  }

  return async (headers) => {
    const cookies = headers.get('cookie') ?? ''
    const expected = lastUsers.get(cookies)
    const early = expected && read(expected)
    // If it fails and there is no session, nobody looks at it.
    early?.catch(() => {})
    const user = await findUser(headers)
    lastUsers.delete(cookies)
    if (!user) return null
    remember(cookies, user)
    const isExpected = expected?.id === user.id && expected.email === user.email
    return isExpected && early ? early : read(user)
  }
}
