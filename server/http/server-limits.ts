import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import type { RecordRequest } from '../operations/request-log.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** What a client may take its time for. Node's own limits are one and five minutes, looked at every 30 seconds. */
export const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
  // Longer than a proxy keeps a connection unused (60 s is common), so that it never writes into one that we close.
  keepAliveTimeout: 65_000,
  // Left to configured-host.ts: Node's own refusal would pass by all limits on requests.
  requireHostHeader: false,
} satisfies ServerOptions

const maxHeaders = 100
/** Connections cost memory; what comes on top is refused, and those who are in are served. */
const maxConnections = 10_000

/** For requests that are refused before the app sees them. */
export interface Refusals {
  /** Headers of every response. */
  headers: SecurityHeaders
  record: RecordRequest
}

export const closingHeaders = { connection: 'close', 'content-type': 'text/plain; charset=utf-8' }

/** Without an id: it is counted and not logged, so that a flood does not fill the disk. */
export const malformed = (status: number) => ({
  method: 'unknown',
  route: 'unknown',
  status,
  code: 'malformed',
  ms: 0,
})

export function limitServer(
  server: Server,
  { headers, record }: Refusals,
  connections = maxConnections,
): void {
  server.maxHeadersCount = maxHeaders
  server.maxConnections = connections
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    // Node 20 leaves those beyond the limit out of `headers`. The last may be the one in which a proxy names its client.
    if (request.rawHeaders.length > 2 * maxHeaders) {
      request.resume()
      response.writeHead(431, { ...closingHeaders, ...headers }).end()
      record(malformed(431))
      return
    }
    for (const listener of listeners) listener.call(server, request, response)
  })
}

/** Of Node's 511 a burst of connections leaves none, and a visitor's attempt is lost for seconds. The kernel may cap it. */
export const listenBacklog = 4_096
