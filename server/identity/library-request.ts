import { cookieHeader, parseCookies } from '../http/cookies.ts'
import type { SessionCookie } from './session-cookie.ts'

export interface LibraryCall {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  /** As it was parsed and checked; the library never sees the bytes that came. */
  body?: object
}

/** What the library looks at: who is signed in, from which page the call came, and the browser's name for itself. */
const passedOn = ['origin', 'host', 'user-agent', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']
/** The library stores the browser's name for itself as it comes; no name of a real one is longer. */
const longestHeader = 300
const ownCookie = /^(__Host-)?fairseat\./

/**
 * A request for the authentication library, built from what we read of the one that came. So limits, checks and library see
 * the same values: one body, one of each cookie, our own address, and the session that we read, under the current secret.
 */
export function libraryRequest(
  backendUrl: string,
  sessionCookie: SessionCookie,
  headers: Headers,
  { method, path, query = {}, body = {} }: LibraryCall,
): Request {
  const url = new URL(`/api/auth${path}`, backendUrl)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const own = new Headers()
  for (const name of passedOn) {
    const value = headers.get(name)
    if (value !== null) own.set(name, value.slice(0, longestHeader))
  }
  const cookies = Object.entries(parseCookies(headers.get('cookie') ?? ''))
  const ownCookies = cookies.filter(([name]) => ownCookie.test(name) && name !== sessionCookie.name)
  const token = sessionCookie.readToken(headers)
  if (token !== null) ownCookies.push([sessionCookie.name, sessionCookie.signed(token)])
  if (ownCookies.length > 0) own.set('cookie', cookieHeader(Object.fromEntries(ownCookies)))
  if (method === 'GET') return new Request(url, { headers: own })
  own.set('content-type', 'application/json')
  return new Request(url, { method, headers: own, body: JSON.stringify(body) })
}
