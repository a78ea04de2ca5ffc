import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'

interface BearerAuthDeps {
  /** A short name of the key, or null for one that is not known. */
  checkKey: (shown: string) => string | null
  /** Throws when a key is used too often. */
  countUse: (keyName: string) => void
}

/** For servers: a browser, which always names the origin of such a call, is refused before the key is looked at. */
export function bearerAuth({ checkKey, countUse }: BearerAuthDeps): MiddlewareHandler<{
  Variables: { keyName: string }
}> {
  return async (c, next) => {
    const isBrowser = c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined
    if (isBrowser) throw new AppError('browser-refused')
    const [, shown] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    const keyName = shown === undefined ? null : checkKey(shown)
    if (keyName === null) {
      c.header('www-authenticate', 'Bearer')
      throw new AppError('api-key-refused')
    }
    countUse(keyName)
    c.set('keyName', keyName)
    return next()
  }
}
