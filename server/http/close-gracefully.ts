import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Serve = (socket: Socket) => void

/** So that a flood does not keep it open. */
const mostTurns = 5_000
const shortTurnMs = 0.5
const longestWaitMs = 1_000

/**
 * Closes a server without losing connections that the kernel has accepted: Node takes one in each turn of its loop, and a
 * plain close resets those that wait. So first all are taken, then the listening socket is closed, then they are served. What
 * comes between the last look and the close is still reset, so it is closed after a turn that was short. The system call that
 * would avoid this gap does not exist: a balancer that must not lose a request stops sending before it stops the process.
 */
export function closeGracefully(server: Server, whenAllAreGone: () => void): void {
  // Nobody sends another request into a connection that is about to be closed (RFC 9112, 9.6).
  server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  const serving = server.listeners('connection') as Serve[]
  const waiting: Socket[] = []
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    // Without a listener the reset of one that waits would end the process.
    waiting.push(socket.on('error', () => {}))
  })

  const beganAt = performance.now()
  const look = (turn: number, before: number, turnedAt: number) => {
    const now = performance.now()
    const isQuiet = waiting.length === before
    const isShort = now - turnedAt < shortTurnMs || now - beganAt > longestWaitMs
    if (turn < mostTurns && !(isQuiet && isShort)) {
      setImmediate(look, turn + 1, waiting.length, now)
      return
    }
    server.close(whenAllAreGone)
    const alive = waiting.filter(({ destroyed }) => !destroyed)
    for (const socket of alive) for (const serve of serving) serve.call(server, socket)
  }
  setImmediate(look, 0, -1, beganAt)
}
