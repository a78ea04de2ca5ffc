import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientNetwork } from './client-network.ts'
import { createFairQueue } from './fair-queue.ts'

export interface LongBodyLimits {
  /** Longer than any request of our pages and most events of Stripe. */
  longBytes: number
  /** How many requests with a long body are read or worked on at once. More make each turn of the loop so long that visitors wait to be accepted. */
  atOnce: number
  /** A client that has not sent its body, or read its response, after so long gives way when others wait. */
  patienceMs: number
}

export const longBodyLimits: LongBodyLimits = { longBytes: 16_384, atOnce: 4, patienceMs: 2_000 }

/** Whether a request announces a long body, or does not say how long it is. */
export function hasLongBody({ headers }: IncomingMessage, longBytes = longBodyLimits.longBytes): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > longBytes
}

/**
 * Bounds what long bodies hold of memory and of each turn of Node's loop, from their first byte until they are answered. Other
 * requests with one wait unread, each network in turn: their clients stop sending.
 */
export function createLongBodyQueue(
  networkOf: (request: IncomingMessage) => ClientNetwork,
  limits: LongBodyLimits = longBodyLimits,
) {
  // A Map keeps the order of insertion: the oldest comes first.
  const held = new Map<IncomingMessage, { since: number; response: ServerResponse }>()
  const waiting = createFairQueue<() => void>()
  let waitingCount = 0

  function startWaiting() {
    while (held.size < limits.atOnce) {
      const start = waiting.take()
      if (!start) return
      waitingCount -= 1
      start()
    }
  }

  function closeSlow() {
    if (waitingCount === 0) return
    const before = performance.now() - limits.patienceMs
    for (const [request, { since, response }] of held) {
      // The client does not send, or does not read the response.
      const isStalled = !request.complete || response.writableEnded
      if (isStalled && since < before) request.socket.destroy()
    }
  }
  setInterval(closeSlow, limits.patienceMs / 4).unref()

  const complete: (() => void)[] = []
  let isScheduled = false

  function passOne() {
    const pass = complete.shift()
    isScheduled = complete.length > 0
    if (isScheduled) setImmediate(passOne)
    pass?.()
  }

  /** Calls `pass` with a body that has arrived. One in a turn of Node's loop: to verify an event takes milliseconds. */
  function whenItsTurn(pass: () => void): void {
    complete.push(pass)
    if (!isScheduled) setImmediate(passOne)
    isScheduled = true
  }

  /** Calls `read` when the request may read its body. */
  function whenThereIsRoom(request: IncomingMessage, response: ServerResponse, read: () => void): void {
    const start = () => {
      if (request.socket.destroyed) return
      held.set(request, { since: performance.now(), response })
      const { socket } = request
      const release = () => {
        response.off('close', release)
        socket.off('close', release)
        held.delete(request)
        startWaiting()
      }
      // Both: of a pipelined response that waits for the one before, Node does not say that its connection is closed.
      response.on('close', release)
      socket.on('close', release)
      read()
    }
    if (held.size < limits.atOnce) start()
    else {
      waitingCount += 1
      waiting.add(networkOf(request).site, start)
    }
  }

  return { whenThereIsRoom, whenItsTurn }
}
