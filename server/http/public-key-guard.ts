import type { MiddlewareHandler } from 'hono'
import { AppError } from './app-error.ts'

interface PublicKeySettings {
  publicKey: string
  backendUrl: string
}

/**
 * The publishable key names the site, it proves nothing about the caller: a wrong one is refused everywhere, and a page
 * of another origin must show it. Such a page never gets the visitor's session: no credentials are allowed.
 */
export function publicKeyGuard({ publicKey, backendUrl }: PublicKeySettings): MiddlewareHandler {
  const backendOrigin = new URL(backendUrl).origin
  return async (c, next) => {
    const origin = c.req.header('origin')
    const foreign =
      origin !== undefined && origin !== backendOrigin && !isOriginOf(origin, c.req.header('host'))
    c.header('vary', 'origin')
    if (foreign) {
      c.header('access-control-allow-origin', origin)
      if (c.req.method === 'OPTIONS') {
        c.header('access-control-allow-methods', 'GET, POST')
        c.header('access-control-allow-headers', 'apikey, content-type')
        c.header('access-control-max-age', '86400')
        return c.body(null, 204)
      }
    }
    const key = c.req.header('apikey')
    if (key !== undefined && key !== publicKey) throw new AppError('key-refused')
    if (key === undefined && foreign) throw new AppError('key-missing')
    return next()
  }
}

// Only the host is compared: a proxy in front may have ended https.
const isOriginOf = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host
