import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'

/**
 * Below the ports that systems give to outgoing connections and to whoever asks for any: while a server is down, none of
 * them takes its port, and it can be started again.
 */
const [lowest, highest] = [20_000, 32_000]

/** Given to nobody else who asks here, in whatever process, until the process that asked ends. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest)
    if ((await reserve(port)) && (await isFree(port))) return port
  }
}

/** UDP counts its ports apart from TCP: a server listens on the same number. */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  const bound = once(socket, 'listening')
  socket.bind(port, '127.0.0.1')
  return bound.then(
    () => true,
    () => false,
  )
}

async function isFree(port: number): Promise<boolean> {
  const server = net.createServer()
  const listening = once(server, 'listening')
  server.listen(port, '127.0.0.1')
  try {
    await listening
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
