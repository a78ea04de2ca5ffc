import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresCluster, startPostgresCluster } from '../../testing/postgres-cluster.ts'
import { createTestApp, createTestBrowser, newAddress, type TestApp } from '../../testing/test-app.ts'
import { createLog } from '../log.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

let cluster: PostgresCluster
let database: Database
let app: TestApp
const lines: string[] = []

beforeAll(async () => {
  cluster = await startPostgresCluster()
  const databaseUrl = await cluster.createDatabase()
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

test('while PostgreSQL is gone pages are served, the API says so, and afterwards all is well by itself', async () => {
  const visitor = createTestBrowser(app)
  const email = newAddress()
  await visitor.signIn(email)
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
    expect(visitor.cookies.size).toBe(2)
    await cluster.restart()
    expect((await visitor.get('/readyz')).status).toBe(200)
    expect((await (await visitor.get('/api/account')).json()).user.email).toBe(email)
  }
  expect(lines.join()).not.toContain(email)
}, 60_000)
