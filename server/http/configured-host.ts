import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../errors.ts'
import type { RecordRequest } from '../operations/request-log.ts'
import { ownAddress } from './destination.ts'
import { locationHeader } from './leave-for.ts'
import type { SecurityHeaders } from './security-headers.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

interface ConfiguredHostSettings {
  backendUrl: string
  headers: SecurityHeaders
  record: RecordRequest
}

/** Called by machines, by whatever address they know, and the same for everybody. */
const probes = /^\/(healthz|readyz|metrics)(\?|$)/
const hostHeader = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/**
 * Serves requests for the host in BACKEND_URL only, ahead of everything else: under any other name, which may be an
 * attacker's that leads here (DNS rebinding), a browser would let the attacker's pages read the responses.
 * Pages redirect to the configured address, the rest is refused. Ports are not compared: proxies drop and rewrite them, and
 * a redirect because of a port could lead back to itself. X-Forwarded-Host is not looked at; a proxy must pass Host on.
 */
export function requireConfiguredHost(settings: ConfiguredHostSettings, next: Listener): Listener {
  const { origin, host, hostname } = new URL(settings.backendUrl)

  return (request, response) => {
    const { method = '', url = '', headers, rawHeaders, httpVersion } = request
    if (probes.test(url) && (headers.host !== undefined || httpVersion === '1.0')) {
      // A probe by HTTP/1.0 may have none, as HAProxy's; Hono's adapter would refuse it.
      headers.host ??= host
      return next(request, response)
    }
    const given = headers.host ?? ''
    const name = given === host ? hostname : hostHeader.exec(given)?.[1]?.toLowerCase()
    if (name === undefined || countHosts(rawHeaders) > 1) return refuse('bad-host')
    if (name === hostname && isOwnTarget(url)) return next(request, response)
    const isPage = (method === 'GET' || method === 'HEAD') && url.startsWith('/') && !url.startsWith('/api/')
    if (!isPage) return refuse('wrong-host')
    respond(308, locationHeader(ownAddress(origin, url as `/${string}`)))

    function refuse(code: 'bad-host' | 'wrong-host') {
      const { status, message } = new AppError(code)
      respond(status, { 'content-type': 'application/json' }, JSON.stringify({ error: message, code }), code)
    }
    function respond(status: number, more: Record<string, string>, body?: string, code?: string) {
      const id = randomUUID()
      response.writeHead(status, { ...settings.headers, ...more, 'x-request-id': id }).end(body)
      settings.record({ id, method, route: 'unknown', status, ...(code && { code }), ms: 0 })
    }
  }

  /** A target in absolute form names a host as well, which counts more than the header (RFC 9112, 3.2.2). */
  function isOwnTarget(url: string): boolean {
    return url.startsWith('/') || !URL.canParse(url) || new URL(url).hostname === hostname
  }
}

/** Node keeps the first of several and drops the others. */
function countHosts(rawHeaders: string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? ''
    if (header.length === 4 && header.toLowerCase() === 'host') count += 1
  }
  return count
}
