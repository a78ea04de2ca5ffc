import type { MiddlewareHandler } from 'hono'

const yearSeconds = 31_536_000

/** On every answer; pages bring a Content-Security-Policy of their own, which allows what is in them. */
export function securityHeaders(backendUrl: string): MiddlewareHandler {
  const headers = Object.entries({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(backendUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${yearSeconds}` }),
  })
  return async (c, next) => {
    await next()
    for (const [name, value] of headers) c.res.headers.set(name, value)
    if (!c.res.headers.has(policyHeader)) c.res.headers.set(policyHeader, nothingAtAll)
  }
}

const policyHeader = 'content-security-policy'
const nothingAtAll = "default-src 'none'; frame-ancestors 'none'"
