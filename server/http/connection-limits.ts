import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ClientNetwork, networkLevels, parseClientNetwork } from './client-network.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { hasLongBody, longBodyLimits } from './long-bodies.ts'

export interface ConnectionLimits {
  connections: number
  /** For an IPv4 address or an IPv6 /64; a /48 may have a few times as many. */
  connectionsPerAddress: number
  /**
   * Started in one turn of Node's loop, in which it accepts one new connection: many busy ones must not keep newcomers out.
   * After them one request that writes is started: those cost most, and whoever reads would wait for them.
   */
  readsPerTurn: number
  /** Browsers and proxies send a request after the response to the one before; more than one is generous. */
  pipelinedRequests: number
  /** How long a client may take for a part of a response. */
  unreadOutputMs: number
  /** Of all bodies together that have not arrived completely. */
  unfinishedBodyBytes: number
  /** How long newcomers with a long body are refused once unfinished bodies that are long come to that much. */
  refuseLongBodiesMs: number
  sweepEveryMs: number
  /** A stop closes a connection that was not used for so long: who was answered a moment ago may be sending again. */
  idleMs: number
}

export const connectionLimits: ConnectionLimits = {
  // Below maxConnections of server-limits.ts, at which Node refuses newcomers before this limit is looked at.
  connections: 9_900,
  connectionsPerAddress: 256,
  readsPerTurn: 4,
  pipelinedRequests: 4,
  unreadOutputMs: 60_000,
  unfinishedBodyBytes: 16 * 1_024 * 1_024,
  refuseLongBodiesMs: 1_000,
  sweepEveryMs: 200,
  idleMs: 1_000,
}

/**
 * All connections come from the proxy. Where it keeps them open, hardly a newcomer waits for the end of a turn; where it
 * opens one for each request, as our nginx.conf does, one comes in each turn, whatever is set here.
 */
export const limitsBehindProxy = {
  connectionsPerAddress: Number.POSITIVE_INFINITY,
  // The more at once, the more share each statement of the database.
  readsPerTurn: 8,
}

interface WaitingRequest {
  socket: Socket
  start: () => void
}

interface Connection {
  socket: Socket
  network: ClientNetwork
  unanswered: number
  lastRequest: IncomingMessage | undefined
  /** Of the connection, when the request before the last one came; with the last one part of its body has come. */
  bytesReadBefore: number
  bytesReadAtRequest: number
  /** When the last response was sent. */
  respondedAt: number
  bytesReadAtResponse: number | undefined
  bytesTaken: number
  outputBlockedAt: number | undefined
}

/**
 * Bounds what clients can make the server hold. Whoever comes when the server, or the share of an address, is full
 * takes the place of the oldest connection that waits for its client, and is refused only if none does.
 */
export function limitConnections(server: Server, limits: ConnectionLimits = connectionLimits): void {
  // Sets keep the order of insertion: the oldest comes first.
  const all = new Map<Socket, Connection>()
  const byNetwork = new Map<string, Set<Connection>>()
  const listeners = server.listeners('request') as RequestListener[]
  let longBodiesRefusedUntil = 0
  const isRefusing = () => performance.now() < longBodiesRefusedUntil

  server.on('connection', (socket: Socket) => {
    const network = parseClientNetwork(socket.remoteAddress)
    const levels = networkLevels(network, limits.connectionsPerAddress).map((level) => ({
      ...level,
      connections: byNetwork.get(level.network) ?? new Set(),
    }))
    const isFull =
      levels.some(({ connections, max }) => connections.size >= max && !closeOldestWaiting(connections)) ||
      (all.size >= limits.connections && !closeOldestWaiting(all.values()))
    if (isFull) {
      socket.destroy()
      return
    }
    const connection: Connection = {
      socket,
      network,
      unanswered: 0,
      lastRequest: undefined,
      bytesReadBefore: 0,
      bytesReadAtRequest: 0,
      respondedAt: 0,
      bytesReadAtResponse: undefined,
      bytesTaken: 0,
      outputBlockedAt: undefined,
    }
    if (isRefusing()) refuseLongBodies(socket, isRefusing)
    all.set(socket, connection)
    for (const level of levels) byNetwork.set(level.network, level.connections.add(connection))
    const { stackTraceLimit } = Error
    // Node's own listener, between these two, makes an error for a request that was cut off. Beside 9,000 slow posts its
    // stack trace cost more than all else: the queue of new connections overflowed, and visitors waited for seconds.
    socket.prependOnceListener('close', () => {
      if (connection.lastRequest?.complete === false) Error.stackTraceLimit = 0
    })
    socket.once('close', () => {
      Error.stackTraceLimit = stackTraceLimit
      all.delete(socket)
      for (const { network, connections } of levels) {
        connections.delete(connection)
        if (connections.size === 0) byNetwork.delete(network)
      }
    })
  })

  function closeOldestWaiting(connections: Iterable<Connection>): boolean {
    for (const connection of connections) {
      if (connection.socket.destroyed || !waitsForClient(connection)) continue
      connection.socket.destroy()
      return true
    }
    return false
  }

  // Apart: who only reads does not wait for a crowd that buys, nor for bodies that never end.
  const reads = createFairQueue<WaitingRequest>()
  const writes = createFairQueue<WaitingRequest>()
  let isScheduled = false

  /** Not at once: the rest of what has arrived may show that a connection sends too much. */
  function startSoon({ network, socket }: Connection, { method }: IncomingMessage, start: () => void) {
    const queue = method === 'GET' || method === 'HEAD' ? reads : writes
    queue.add(network.site, { socket, start })
    schedule()
  }

  function schedule() {
    if (!isScheduled) setImmediate(startSome)
    isScheduled = true
  }

  function startSome() {
    isScheduled = false
    const mayLeaveReads = startFirst(reads, limits.readsPerTurn)
    const mayLeaveWrites = startFirst(writes, 1)
    if (mayLeaveReads || mayLeaveWrites) schedule()
  }

  /** False when none is left. */
  function startFirst(queue: FairQueue<WaitingRequest>, atMost: number): boolean {
    for (let started = 0; started < atMost; ) {
      const next = queue.take()
      if (!next) return false
      if (next.socket.destroyed) continue
      started += 1
      next.start()
    }
    return true
  }

  function answered(this: ServerResponse) {
    const connection = all.get(this.req.socket)
    if (!connection) return
    connection.unanswered -= 1
    connection.respondedAt = performance.now()
    connection.bytesReadAtResponse = connection.socket.bytesRead
  }

  // server.close() calls it as well. Node's own cuts off a response that was ended and that its client has not read yet.
  server.closeIdleConnections = () => {
    const before = performance.now() - limits.idleMs
    for (const connection of all.values()) if (isIdle(connection, before)) connection.socket.destroy()
  }

  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = all.get(socket)
    // Node goes on parsing what had arrived on a connection that was closed meanwhile.
    if (!connection || socket.destroyed) return
    if (connection.unanswered >= limits.pipelinedRequests) {
      discardRequests(socket)
      return
    }
    connection.unanswered += 1
    connection.lastRequest = request
    connection.bytesReadBefore = connection.bytesReadAtRequest
    connection.bytesReadAtRequest = socket.bytesRead
    response.on('close', answered)
    startSoon(connection, request, () => {
      for (const listener of listeners) listener.call(server, request, response)
    })
  }
  server.removeAllListeners('request').on('request', receive)
  // An expectation that is unknown may be left unmet (RFC 9110, 10.1.1). Node's own refusal would pass by these limits.
  server.on('checkExpectation', receive)

  const sweep = setInterval(() => {
    const now = performance.now()
    let unfinishedBytes = 0
    let unfinishedLongBytes = 0
    for (const connection of all.values()) {
      if (isOutputBlocked(connection, now, limits.unreadOutputMs)) connection.socket.destroy()
      else {
        const bytes = unfinishedBodyBytes(connection)
        unfinishedBytes += bytes
        if (bytes > longBodyLimits.longBytes) unfinishedLongBytes += bytes
      }
    }
    // Slow posts have sent little each, and open another connection for each that is closed.
    if (unfinishedLongBytes > limits.unfinishedBodyBytes)
      longBodiesRefusedUntil = now + limits.refuseLongBodiesMs
    for (const connection of all.values()) {
      if (unfinishedBytes <= limits.unfinishedBodyBytes) return
      const bytes = unfinishedBodyBytes(connection)
      if (bytes > 0) connection.socket.destroy()
      unfinishedBytes -= bytes
    }
  }, limits.sweepEveryMs).unref()
  server.once('close', () => clearInterval(sweep))
}

type OnIncoming = (request: IncomingMessage, shouldKeepAlive: boolean) => number

/** Node has no public way to stop its parser in the middle of a chunk. Where the property is gone, only a saving is lost. */
type ParsedSocket = Socket & { parser?: { onIncoming?: OnIncoming } | null }

/** Tells Node's parser that what follows is another protocol, which it leaves alone. */
const stopParsing = 2

/**
 * Closes a connection and drops the requests that had arrived on it: a chunk holds up to 1,900. maxRequestsPerSocket counts
 * completed requests too and writes a response for each one that it drops; pause() acts between chunks.
 */
function discardRequests(socket: ParsedSocket): void {
  if (socket.parser?.onIncoming) socket.parser.onIncoming = () => stopParsing
  socket.destroy()
}

/**
 * Before the first part of the body is copied out of the chunk that it came in. In a flood of bodies most of the time went
 * into collecting those copies, and visitors waited for seconds.
 */
function refuseLongBodies(socket: ParsedSocket, isRefusing: () => boolean): void {
  const { parser } = socket
  const onIncoming = parser?.onIncoming
  if (!onIncoming) return
  parser.onIncoming = (request, shouldKeepAlive) => {
    if (!isRefusing() || !hasLongBody(request)) return onIncoming(request, shouldKeepAlive)
    socket.destroy()
    return stopParsing
  }
}

function waitsForClient({ unanswered, lastRequest }: Connection): boolean {
  return unanswered === 0 || lastRequest?.complete === false
}

/** Everything asked for was sent by then, and nothing has come since. One that has not asked yet may be about to. */
function isIdle(
  { socket, unanswered, respondedAt, bytesReadAtResponse }: Connection,
  before: number,
): boolean {
  return unanswered === 0 && socket.bytesRead === bytesReadAtResponse && respondedAt <= before
}

function unfinishedBodyBytes({ socket, lastRequest, bytesReadBefore }: Connection): number {
  return lastRequest?.complete === false ? socket.bytesRead - bytesReadBefore : 0
}

/** True when no write has been taken completely for longer than `limitMs`, however little of one is read now and then. */
function isOutputBlocked(connection: Connection, now: number, limitMs: number): boolean {
  const { socket } = connection
  const bytesTaken = socket.bytesWritten - socket.writableLength
  if (socket.writableLength === 0 || bytesTaken !== connection.bytesTaken) {
    connection.bytesTaken = bytesTaken
    connection.outputBlockedAt = undefined
    if (socket.writableLength === 0) return false
  }
  connection.outputBlockedAt ??= now
  return now - connection.outputBlockedAt > limitMs
}
