import { parse, serialize } from 'hono/utils/cookie'

/** Of several cookies with one name the first counts: browsers send the one with the longest path first (RFC 6265, 5.4). */
export const parseCookies = parse

export const serializeCookie = serialize

export const cookieHeader = (cookies: Record<string, string>): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
