import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { type PostgresCluster, startPostgresCluster } from '../../tests/support/database/postgres-cluster.ts'
import { createLog } from '../log.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

let cluster: PostgresCluster
let databaseUrl: string
let database: Database
let app: TestApp
const lines: string[] = []

beforeAll(async () => {
  cluster = await startPostgresCluster()
  databaseUrl = await cluster.createDatabase()
  database = await openDatabase({ databaseUrl, dataDir: 'unused', embeddedAllowed: false })
  app = createTestApp(database.db, {}, {}, undefined, {
    isReady: database.isReady,
    log: createLog({ level: 'info', plain: false, write: (line) => void lines.push(line) }),
  })
})
afterAll(async () => {
  await database.close()
  await cluster.stop()
})

/** Somebody else's connection that holds a table, so that whoever reads it waits. */
async function holdTable(table: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  // A test that fails lets go of nothing.
  client.on('error', () => {})
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  const waiting = 'select pid from pg_locks where not granted'
  return {
    countWaiting: async () => (await client.query(waiting)).rowCount,
    cutOffWaiting: () => client.query(`select pg_terminate_backend(pid) from (${waiting}) as them`),
    letGo: () => client.end(),
  }
}

test('a connection that is cut while PostgreSQL goes on is no defect of ours', async () => {
  const visitor = createTestBrowser(app)
  await visitor.signIn(newAddress())
  const held = await holdTable('sessions')
  const asked = visitor.get('/api/account')
  await expect.poll(held.countWaiting).toBe(1)
  await held.cutOffWaiting()
  const response = await asked
  await held.letGo()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10'])
  expect((await visitor.get('/api/account')).status).toBe(200)
})

test('a connection that leads to a standby, which cannot write yet, is no defect of ours', async () => {
  const visitor = createTestBrowser(app)
  await visitor.signIn(newAddress())
  const admin = new pg.Client({ connectionString: cluster.url })
  admin.on('error', () => {})
  await admin.connect()
  const name = new URL(databaseUrl).pathname.slice(1)
  const reconnect = () =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  await reconnect()
  // The first to use a connection that was cut finds out.
  await expect.poll(async () => (await visitor.get('/api/account')).status).toBe(200)
  const refused = await visitor.requestCode(newAddress())
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  await admin.query(`alter database ${name} reset default_transaction_read_only`)
  await reconnect()
  await admin.end()
  await expect.poll(async () => (await visitor.requestCode(newAddress())).status).toBe(200)
})

test('/readyz does not wait for a database that does not answer', async () => {
  const held = await holdTable('drizzle.__drizzle_migrations')
  expect((await createTestBrowser(app).get('/readyz')).status).toBe(503)
  // The question is still open: nobody waited for its answer.
  expect(await held.countWaiting()).toBe(1)
  await held.letGo()
  await expect.poll(async () => (await createTestBrowser(app).get('/readyz')).status).toBe(200)
})

test('while PostgreSQL is gone pages are served, the API says so, and afterwards all is well by itself', async () => {
  const visitor = createTestBrowser(app)
  const email = newAddress()
  await visitor.signIn(email)
  // The session, its hint and the browser's: none goes because a sign-out was tried meanwhile.
  const cookies = [...visitor.cookies]
  expect(cookies).toHaveLength(3)
  for (let outage = 1; outage <= 2; outage++) {
    await cluster.shutDown()
    expect((await visitor.get('/pricing')).status).toBe(200)
    expect((await visitor.get('/healthz')).status).toBe(200)
    expect((await visitor.get('/readyz')).status).toBe(503)
    for (const ask of [
      () => visitor.get('/api/auth/get-session'),
      () => visitor.get('/api/subscription'),
      () => visitor.get('/api/account'),
      () => visitor.post('/api/auth/get-session'),
      () => visitor.post('/api/auth/sign-out'),
      () => visitor.post('/api/auth/revoke-sessions'),
      () => visitor.post('/api/stripe/create-checkout', { plan: 'monthly' }),
      () => visitor.requestCode(newAddress()),
      () => visitor.tryCode(email, '123456'),
    ]) {
      const response = await ask()
      expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
        503,
        '10',
        { error: expect.stringMatching(/database .+ try again/), code: 'database-down' },
      ])
    }
    expect([...visitor.cookies]).toEqual(cookies)
    await cluster.restart()
    await expect.poll(async () => (await visitor.get('/readyz')).status).toBe(200)
    expect((await (await visitor.get('/api/account')).json()).user.email).toBe(email)
  }
  expect(lines.join()).not.toContain(email)
})
