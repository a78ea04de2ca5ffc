import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../processes/free-port.ts'
import { findHaproxy, startHaproxy } from '../processes/haproxy.ts'
import { createPostgresDatabase } from './create-postgres-database.ts'
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'

export type PostgresPair = PostgresCluster & {
  /** From now on nothing of what the primary writes reaches the standby. */
  cutReplication(): void
  /** How many transactions wait at the primary for the standby's word. */
  countWaitingCommits(): Promise<number>
  promoteStandby(): Promise<void>
}

const pollMs = 50
const requestLimitMs = 5_000
const promoteLimitSeconds = 120

/**
 * A primary and a synchronous standby behind HAProxy, whose address is the pair's. `shutDown`, `kill` and `restart` are
 * the primary's.
 */
export async function startPostgresPair(): Promise<PostgresPair> {
  // Before anything is started that nobody would stop.
  findHaproxy()
  const primary = await startPostgresCluster({ durable: true })
  const link = await startLink(Number(new URL(primary.url).port))
  const standby = await startPostgresCluster({ durable: true, standbyOf: withPort(primary.url, link.port) })
  // Waits until the standby has written to its disk what is committed here.
  await ask(primary.url, `alter system set synchronous_standby_names = '*'`)
  await ask(primary.url, 'select pg_reload_conf()')
  // By what its file says: without that setting the pair is there too, and shows what is lost.
  const isSet = `exists (select from pg_file_settings where name = 'synchronous_standby_names' and setting <> '')`
  const isObeyed = `select from pg_stat_replication where (sync_state = 'sync') = ${isSet}`
  while ((await ask(primary.url, isObeyed)).length === 0) await sleep(pollMs)

  const checks = [await startRoleCheck(primary.url), await startRoleCheck(standby.url)]
  const port = await findFreePort()
  const haproxy = await startHaproxy({
    LISTEN: `127.0.0.1:${port}`,
    SERVER_1: new URL(primary.url).host,
    SERVER_2: new URL(standby.url).host,
    CHECK_PORT_1: String(checks[0]?.port),
    CHECK_PORT_2: String(checks[1]?.port),
  })
  // Without a longer limit for connections than the shop's own.
  const url = withPort(primary.url, port).replace(/\?.*/, '')
  const hasFailed = haproxy.failure.then((printed) => Promise.reject(new Error(`HAProxy ended: ${printed}`)))
  await Promise.race([untilOnlyThePrimaryAnswers(url), hasFailed])
  hasFailed.catch(() => {})

  return {
    ...primary,
    url,
    createDatabase: () => createPostgresDatabase(url),
    cutReplication: link.cut,
    async countWaitingCommits() {
      return (await ask(primary.url, `select from pg_stat_activity where wait_event = 'SyncRep'`)).length
    },
    async promoteStandby() {
      await ask(standby.url, `select pg_promote(true, ${promoteLimitSeconds})`)
    },
    async stop() {
      await haproxy.stop()
      for (const check of checks) check.stop()
      await standby.stop()
      await primary.stop()
      link.stop()
    },
  }
}

function withPort(url: string, port: number): string {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}

async function ask(url: string, question: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: requestLimitMs })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(question)).rows
  } finally {
    await client.end()
  }
}

/** HAProxy takes every server for a primary until it has checked it once, and leads to them in turn. */
async function untilOnlyThePrimaryAnswers(url: string): Promise<void> {
  for (let inARow = 0; inARow < 4; ) {
    const isPrimary = await isPrimaryAt(url)
    inARow = isPrimary ? inARow + 1 : 0
    if (!isPrimary) await sleep(pollMs)
  }
}

const isPrimaryAt = (url: string): Promise<boolean> =>
  ask(url, 'select not pg_is_in_recovery() as "isPrimary"').then(
    ([row]) => row?.isPrimary === true,
    () => false,
  )

/** What Patroni's REST API returns under /primary: 200 where this server is the primary, 503 otherwise. */
async function startRoleCheck(url: string) {
  const server = createHttpServer(async (_, response) => {
    response.writeHead((await isPrimaryAt(url)) ? 200 : 503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The network between the two, which can be cut: what was on its way then is lost. */
async function startLink(primaryPort: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(primaryPort, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        // Through a cut network nobody hears that the other side is gone.
        if (!isCut) other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
