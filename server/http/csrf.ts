import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Nothing is changed on behalf of another site's page. Browsers always name the origin of a write; a call without one is
 * no browser's, and is let through only without cookies.
 */
export function csrf(ownOrigin: string): MiddlewareHandler {
  return async (c, next) => {
    if (!readingMethods.has(c.req.method)) {
      const origin = c.req.header('origin')
      const allowed = origin ? origin === ownOrigin : c.req.header('cookie') === undefined
      if (!allowed) throw new AppError('foreign-origin')
    }
    return next()
  }
}
