import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { SecurityHeaders } from '../http/security-headers.ts'
import type { RecordRequest } from '../operations/request-log.ts'
import { negotiate, type Precompressed } from './precompressed.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

export interface PrerenderedResponses {
  /** `query` with its question mark, if there is one. */
  find: (path: string, headers: IncomingHttpHeaders, query?: string) => Precompressed | undefined
  headers: SecurityHeaders
  record: RecordRequest
}

/** What lies in memory is answered ahead of Hono, by the same rules; the rest is passed on. */
export function servePrerendered(
  { find, headers: forAll, record }: PrerenderedResponses,
  otherwise: Listener,
): Listener {
  // Put together once for each of the few sets of headers there are.
  const complete = new WeakMap<object, Record<string, string>>()
  function withForAll(headers: Record<string, string>) {
    const known = complete.get(headers) ?? { ...forAll, ...headers }
    complete.set(headers, known)
    return known
  }

  return (request, response) => {
    const startedAt = performance.now()
    const { method = '', url = '', headers } = request
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const content =
      method === 'GET' || method === 'HEAD' ? find(path, headers, url.slice(path.length)) : undefined
    if (!content) return otherwise(request, response)
    const result = negotiate(
      content,
      headers['accept-encoding']?.toString() ?? '',
      headers['if-none-match'] ?? '',
    )
    response.writeHead(result.status, withForAll(result.headers)).end(result.body)
    const route = path.startsWith('/assets/') ? '/assets/:name' : path
    record({ method, route, status: result.status, ms: performance.now() - startedAt })
  }
}
