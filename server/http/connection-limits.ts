import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './client-address.ts'

export interface ConnectionLimits {
  connections: number
  /** Infinite behind a proxy, from which all connections come. */
  connectionsPerAddress: number
  /** Begun in one turn of Node's loop, in which it accepts one new connection: many busy ones must not keep newcomers out. */
  requestsPerTurn: number
  /** The same after a turn in which nobody was accepted: then nobody waits for it. */
  requestsPerQuietTurn: number
  /** Browsers and proxies send a request when the one before is answered; more than one is generous. */
  pipelinedRequests: number
  /** How long a client may take for a part of a response. */
  unreadOutputMs: number
  /** Of all bodies together that have not arrived completely. */
  unfinishedBodyBytes: number
  sweepEveryMs: number
}

export const connectionLimits: ConnectionLimits = {
  // Below maxConnections of server-limits.ts, at which Node refuses newcomers before anybody is asked.
  connections: 9_900,
  connectionsPerAddress: 256,
  requestsPerTurn: 4,
  requestsPerQuietTurn: 32,
  pipelinedRequests: 4,
  unreadOutputMs: 60_000,
  unfinishedBodyBytes: 16 * 1_024 * 1_024,
  sweepEveryMs: 200,
}

interface WaitingRequest {
  socket: Socket
  isRead: boolean
  start: () => void
}

interface Connection {
  socket: Socket
  unanswered: number
  lastRequest: IncomingMessage | undefined
  /** Of the connection, when the request before the last one came; with the last one part of its body has come. */
  bytesReadBefore: number
  bytesReadAtRequest: number
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
  const byAddress = new Map<string, Set<Connection>>()
  const listeners = server.listeners('request') as RequestListener[]

  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? 'unknown')
    const ofAddress = byAddress.get(address) ?? new Set()
    const isFull =
      (ofAddress.size >= limits.connectionsPerAddress && !closeOldestWaiting(ofAddress)) ||
      (all.size >= limits.connections && !closeOldestWaiting(all.values()))
    if (isFull) {
      socket.destroy()
      return
    }
    const connection: Connection = {
      socket,
      unanswered: 0,
      lastRequest: undefined,
      bytesReadBefore: 0,
      bytesReadAtRequest: 0,
      bytesTaken: 0,
      outputBlockedAt: undefined,
    }
    all.set(socket, connection)
    hasAccepted = true
    byAddress.set(address, ofAddress.add(connection))
    const { stackTraceLimit } = Error
    // Node's own listener, between these two, makes an error for a request that was cut off. Beside 9,000 slow posts its
    // stack trace cost more than all else: the queue of new connections overflowed, and visitors waited for seconds.
    socket.prependOnceListener('close', () => {
      if (connection.lastRequest?.complete === false) Error.stackTraceLimit = 0
    })
    socket.once('close', () => {
      Error.stackTraceLimit = stackTraceLimit
      all.delete(socket)
      ofAddress.delete(connection)
      if (ofAddress.size === 0) byAddress.delete(address)
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

  // Whoever only reads does not queue behind a crowd that buys.
  const waitingReads: WaitingRequest[] = []
  const waitingWrites: WaitingRequest[] = []
  let begun = 0
  let hasAccepted = false
  let mayBegin = limits.requestsPerTurn

  function begin(request: WaitingRequest) {
    if (begun === 0) setImmediate(nextTurn)
    if (begun >= mayBegin) return void (request.isRead ? waitingReads : waitingWrites).push(request)
    begun += 1
    request.start()
  }

  function nextTurn() {
    begun = 0
    // One was accepted: there may be more.
    mayBegin = hasAccepted ? limits.requestsPerTurn : limits.requestsPerQuietTurn
    hasAccepted = false
    // One write in each turn, so that a crowd that reads does not keep those who buy waiting for ever.
    beginFrom(waitingWrites, 1)
    beginFrom(waitingReads, mayBegin)
    beginFrom(waitingWrites, mayBegin)
    // The next turn may be the one that brings newcomers.
    if (begun === 0) mayBegin = limits.requestsPerTurn
  }

  function beginFrom(waiting: WaitingRequest[], upTo: number) {
    while (begun < upTo) {
      const next = waiting.shift()
      if (!next) return
      if (!next.socket.destroyed) begin(next)
    }
  }

  function answered(this: ServerResponse) {
    const connection = all.get(this.req.socket)
    if (connection) connection.unanswered -= 1
  }

  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
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
    begin({
      socket,
      isRead: request.method === 'GET' || request.method === 'HEAD',
      start() {
        for (const listener of listeners) listener.call(server, request, response)
      },
    })
  })

  const sweep = setInterval(() => {
    const now = performance.now()
    let unfinishedBytes = 0
    for (const connection of all.values()) {
      if (isOutputBlocked(connection, now, limits.unreadOutputMs)) connection.socket.destroy()
      else unfinishedBytes += unfinishedBodyBytes(connection)
    }
    for (const connection of all.values()) {
      if (unfinishedBytes <= limits.unfinishedBodyBytes) return
      const bytes = unfinishedBodyBytes(connection)
      if (bytes > 0) connection.socket.destroy()
      unfinishedBytes -= bytes
    }
  }, limits.sweepEveryMs).unref()
  server.once('close', () => clearInterval(sweep))
}

/**
 * Closes a connection and drops the requests that had arrived on it. Node has no public way to stop its parser in the
 * middle of a chunk, which holds up to 1,900 requests, and makes an error with a stack for each of them: five to eleven times the
 * work (3.9 s instead of 0.3 to 0.7 s for 114,000 requests). maxRequestsPerSocket counts answered requests too and writes
 * a response for each one that it drops; pause() acts between chunks. Where the property is gone, only that saving is lost.
 */
function discardRequests(socket: Socket & { parser?: { onIncoming?: unknown } | null }): void {
  if (socket.parser?.onIncoming) socket.parser.onIncoming = () => 0
  socket.destroy()
}

function waitsForClient({ unanswered, lastRequest }: Connection): boolean {
  return unanswered === 0 || lastRequest?.complete === false
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
