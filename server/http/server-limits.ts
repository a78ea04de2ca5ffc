import type { Server, ServerOptions } from 'node:http'

/** What a client may take its time for. Node's own limits are one and five minutes, looked at every 30 seconds. */
export const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
  // Longer than a proxy keeps a connection unused (60 s is common), so that it never writes into one that we close.
  keepAliveTimeout: 65_000,
} satisfies ServerOptions

const maxHeaders = 100
/** Connections cost memory; what comes on top is refused, and those who are in are served. */
const maxConnections = 10_000

export function limitServer(server: Server, connections = maxConnections): void {
  server.maxHeadersCount = maxHeaders
  server.maxConnections = connections
}

/** Of Node's 511 a burst of connections leaves none, and a visitor's attempt is lost for seconds. The kernel may cap it. */
export const listenBacklog = 4_096
