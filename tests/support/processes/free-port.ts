import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'

/**
 * Below the ports that systems give to outgoing connections and to whoever asks for any: while a server is down, none of
 * them takes its port, and it can be started again.
 */
const [lowest, highest] = [20_000, 32_000]

/** Free at this moment; whoever takes it may still be too late. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
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
