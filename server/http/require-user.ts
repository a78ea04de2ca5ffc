import type { Context } from 'hono'
import type { SessionStrength } from '../../core/identity/session-strength.ts'
import { AppError } from '../errors.ts'

/** The signed-in user, read from the database; null when there is no session. */
export type FindUser<User> = (headers: Headers) => Promise<User | null>

export async function requireUser<User extends { id: string }>(
  findUser: FindUser<User>,
  c: Context,
): Promise<User> {
  const user = await findUser(c.req.raw.headers)
  if (!user) throw new AppError('not-signed-in')
  noteUser(c, user.id)
  return user
}

/** For actions that move money or data: a session that only the product vouches for needs a mailed code first. */
export async function requireProvenUser<User extends { id: string; needsProof: boolean }>(
  findUser: FindUser<User>,
  c: Context,
): Promise<User> {
  const user = await requireUser(findUser, c)
  if (user.needsProof) throw new AppError('proof-needed')
  return user
}

/** So many characters of a random id find the user's row, and open nothing. */
const loggedIdLength = 8

/** Names the user in the request's log line; with `strength`, as somebody who signs in. */
export function noteUser(c: Context, id: string, strength?: SessionStrength): void {
  c.set('user', id.slice(0, loggedIdLength))
  if (strength) c.set('strength', strength)
}
