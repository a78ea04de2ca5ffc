import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'

type Fetch = Parameters<typeof serve>[0]['fetch']

/** Longer than clients keep an idle connection: one that is closed under a call looks like a failure. */
const idleConnectionMs = 65_000
/** Below the ports that systems give to outgoing connections, one of which could have it at the next start. */
const [lowestPort, highestPort] = [14_000, 20_000]
const maxAttempts = 100

export class PortTakenError extends Error {}

/**
 * Listens on the port that is given, else on the one that the data folder holds: links to hosted pages live longer than a
 * process. Another port is chosen only where there is none yet.
 */
export async function listenOnKeptPort(
  fetch: Fetch,
  { port, dataDir }: { port?: number | undefined; dataDir?: string | undefined },
): Promise<{ server: Server; port: number }> {
  const file = dataDir && join(dataDir, 'port')
  if (!file) return listen(fetch, port ?? 0)
  const kept = port || (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0)
  const listening = kept ? await listen(fetch, kept) : await listenOnNewPort(fetch)
  writeFileSync(file, String(listening.port))
  return listening
}

async function listenOnNewPort(fetch: Fetch) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await listen(fetch, randomInt(lowestPort, highestPort))
    } catch (error) {
      if (!(error instanceof PortTakenError) || attempt === maxAttempts) throw error
    }
  }
}

function listen(fetch: Fetch, port: number): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: '127.0.0.1' }, () => {
      if (!(server instanceof Server)) return
      server.keepAliveTimeout = idleConnectionMs
      resolve({ server, port: (server.address() as AddressInfo).port })
    })
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new PortTakenError(`The payment emulator cannot listen: port ${port} is taken.`)
          : error,
      ),
    )
  })
}
