import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { createPostgresDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { drizzleOnPool } from './pool-transactions.ts'

const maxConnections = 3
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Between the pool and PostgreSQL: cuts a connection, or passes nothing on for a while, when it sees a statement. */
async function openThroughProxy() {
  const target = new URL(await createPostgresDatabase(inject('postgresUrl')))
  let cutAt = ''
  let hangAt = ''
  const held: (() => void)[] = []
  const sockets = new Set<net.Socket>()
  const proxy = net.createServer((client) => {
    const database = net.connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    let isHanging = false
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (cutAt && text.includes(cutAt)) return client.destroy()
      isHanging ||= hangAt !== '' && text.includes(hangAt)
      const pass = () => database.write(bytes)
      if (isHanging) held.push(pass)
      else pass()
    })
    database.pipe(client)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  const pool = new pg.Pool({
    connectionString: url.href,
    max: maxConnections,
    query_timeout: 1_000,
    connectionTimeoutMillis: 20_000,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // Not awaited: with a connection that never came back it would wait for ever.
  closing.push(() => void pool.end())
  const db = drizzleOnPool(pool)
  await db.execute(sql`create table notes (text text)`)
  return {
    db,
    pool,
    notes: async () =>
      (await db.execute<{ text: string }>(sql`select text from notes`)).rows.map((row) => row.text),
    cut: (statement: string) => {
      cutAt = statement
    },
    hang: (statement: string) => {
      hangAt = statement
    },
    /** What was held goes on its way. */
    goOn: () => {
      hangAt = ''
      for (const pass of held.splice(0)) pass()
    },
  }
}

const times = Array.from({ length: 2 * maxConnections }, (_, index) => index)

test('a transaction that cannot begin costs no connection: the connection was cut', async () => {
  const { db, pool, cut, notes } = await openThroughProxy()
  cut('begin')
  for (const _ of times) await expect(db.transaction(async () => {})).rejects.toThrow()
  cut('')
  expect(await notes()).toEqual([])
  expect(pool.totalCount).toBeLessThanOrEqual(maxConnections)
})

test('a transaction that cannot begin costs no connection: the database does not respond', async () => {
  const { db, hang, notes } = await openThroughProxy()
  hang('begin')
  await Promise.all(times.map(() => expect(db.transaction(async () => {})).rejects.toThrow()))
  hang('')
  expect(await notes()).toEqual([])
})

test('a connection whose transaction could not be undone is not used again', async () => {
  const { db, hang, goOn, notes } = await openThroughProxy()
  await expect(
    db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values ('half of a transaction')`)
      hang('other half')
      await tx.execute(sql`insert into notes values ('other half')`)
    }),
  ).rejects.toThrow()
  goOn()
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values ('of another transaction')`)
  })
  await db.execute(sql`insert into notes values ('acknowledged')`)
  expect(await notes()).toEqual(['of another transaction', 'acknowledged'])
})

test('an error of the work undoes it and leaves the connection as it was', async () => {
  const { db, pool, notes } = await openThroughProxy()
  const pidOf = async () =>
    (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid
  const before = await pidOf()
  const failing = db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values ('undone')`)
    throw new Error('not this time')
  })
  await expect(failing).rejects.toThrow('not this time')
  await expect(db.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow()
  expect(await notes()).toEqual([])
  expect(await pidOf()).toBe(before)
  expect(pool.totalCount).toBe(1)
})
