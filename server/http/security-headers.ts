import type { MiddlewareHandler } from 'hono'

const yearSeconds = 31_536_000

export type SecurityHeaders = Record<string, string>

/**
 * For every response that does not say otherwise: pages bring a Content-Security-Policy of their own, which allows what is in
 * them, those that search engines may list say so, and what is the same for everybody says for how long.
 */
export const securityHeaders = (backendUrl: string): SecurityHeaders => ({
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  ...(backendUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains`,
  }),
})

export function setSecurityHeaders(headers: SecurityHeaders): MiddlewareHandler {
  const entries = Object.entries(headers)
  return async (c, next) => {
    await next()
    for (const [name, value] of entries) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}
