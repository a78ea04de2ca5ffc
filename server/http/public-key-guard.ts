import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'

interface PublicKeySettings {
  publicKeys: readonly string[]
  ownOrigin: string
}

/**
 * The publishable key names the site, it proves nothing about the caller: a wrong one is refused everywhere, and a page
 * of another origin must show it. Such a page may read what is public; it never gets the visitor's session, since no
 * credentials are allowed, and it changes nothing (csrf.ts).
 */
export function publicKeyGuard({ publicKeys, ownOrigin }: PublicKeySettings): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const foreign = origin !== undefined && origin !== ownOrigin
    c.header('vary', 'origin')
    if (foreign) {
      // Not the origin: with `*` browsers send no cookies.
      c.header('access-control-allow-origin', '*')
      if (c.req.method === 'OPTIONS') {
        c.header('access-control-allow-methods', 'GET')
        c.header('access-control-allow-headers', 'apikey')
        c.header('access-control-max-age', '86400')
        return c.body(null, 204)
      }
    }
    const key = c.req.header('apikey')
    if (key !== undefined && !publicKeys.includes(key)) throw new AppError('key-refused')
    if (key === undefined && foreign) throw new AppError('key-missing')
    return next()
  }
}
