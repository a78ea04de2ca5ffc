import type { Server } from 'node:http'
import type { Socket } from 'node:net'

type Serve = (socket: Socket) => void

/** So that a flood does not keep it open. */
const mostTurns = 5_000

/**
 * Closes a server without losing whom the kernel has let in: Node takes one connection in each turn of its loop, and a plain
 * close resets those that wait. So first all are taken in, then the door is shut, then they are served.
 */
export function shutDoor(server: Server, whenAllAreGone: () => void): void {
  const serving = server.listeners('connection') as Serve[]
  const waiting: Socket[] = []
  server.removeAllListeners('connection').on('connection', (socket: Socket) => waiting.push(socket))

  const look = (turn: number, before: number) => {
    if (waiting.length > before && turn < mostTurns) {
      setImmediate(look, turn + 1, waiting.length)
      return
    }
    server.close(whenAllAreGone)
    for (const socket of waiting) for (const serve of serving) serve.call(server, socket)
  }
  setImmediate(look, 0, -1)
}
