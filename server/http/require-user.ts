import type { Context } from 'hono'
import { AppError } from '../errors.ts'

/** The signed-in user, read from the database; null when there is no session. */
export type FindUser<User> = (headers: Headers) => Promise<User | null>

export async function requireUser<User>(findUser: FindUser<User>, c: Context): Promise<User> {
  const user = await findUser(c.req.raw.headers)
  if (!user) throw new AppError('not-signed-in')
  return user
}

/** For actions that move money or data: a session that only the product vouches for needs a mailed code first. */
export async function requireProvenUser<User extends { needsProof: boolean }>(
  findUser: FindUser<User>,
  c: Context,
): Promise<User> {
  const user = await requireUser(findUser, c)
  if (user.needsProof) throw new AppError('proof-needed')
  return user
}
