import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'

interface BearerAuthDeps<Key> {
  /** Null for a key that is not known. */
  checkKey: (shown: string) => Key | null
  /** Throws when a key is used too often. */
  countUse: (keyName: string) => void
}

/** For servers: a browser, which always names the origin of such a call, is refused before the key is looked at. */
export function bearerAuth<Key extends { name: string }>({
  checkKey,
  countUse,
}: BearerAuthDeps<Key>): MiddlewareHandler<{
  Variables: { apiKey: Key }
}> {
  return async (c, next) => {
    const isBrowser = c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined
    if (isBrowser) throw new AppError('browser-refused')
    const [, shown] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    const key = shown === undefined ? null : checkKey(shown)
    if (key === null) {
      c.header('www-authenticate', 'Bearer')
      throw new AppError('api-key-refused')
    }
    countUse(key.name)
    c.set('apiKey', key)
    return next()
  }
}
