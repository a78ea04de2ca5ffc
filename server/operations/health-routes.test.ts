import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import type { Database } from '../db/database.ts'
import { jobs } from '../db/schema.ts'
import { createLog } from '../log.ts'

const metricsToken = 'token-of-the-tests'

describeMainlyOnPostgres('for those who run the server', (openTestDatabase) => {
  let database: Database
  let app: TestApp
  const lines: string[] = []
  beforeAll(async () => {
    database = await openTestDatabase()
    app = createTestApp(database.db, { METRICS_TOKEN: metricsToken }, {}, undefined, {
      isReady: database.isReady,
      log: createLog({ level: 'info', plain: false, write: (line) => void lines.push(line) }),
    })
  })
  const get = async (path: string, headers: Record<string, string> = {}) =>
    app.request(`http://localhost${path}`, { headers: { host: 'localhost', ...headers } })
  const metrics = async () => (await get('/metrics', { authorization: `Bearer ${metricsToken}` })).text()

  test('/healthz says that it is alive', async () => {
    const response = await get('/healthz')
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  })

  test('/readyz is true while the database has all its tables, and no longer', async () => {
    await expect.poll(async () => (await get('/readyz')).status).toBe(200)
    const incomplete = await openTestDatabase()
    await incomplete.db.execute(
      sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`,
    )
    const behind = createTestApp(incomplete.db, {}, {}, undefined, { isReady: incomplete.isReady })
    expect((await behind.request('http://localhost/readyz')).status).toBe(503)
  })

  describe('/metrics', () => {
    test.each([
      ['without a token', undefined],
      ['with a wrong one', 'Bearer token-of-the-test5'],
      ['with the right one in another form', metricsToken],
    ])('%s is refused', async (_how, authorization) => {
      expect((await get('/metrics', authorization ? { authorization } : {})).status).toBe(401)
    })

    test('is not there unless a token is set', async () => {
      const response = await createTestApp(database.db).request('http://localhost/metrics')
      expect(response.status).toBe(404)
    })

    test('counts requests by route, status and reason, and their latencies', async () => {
      await get('/pricing')
      await get('/pricing')
      await createTestBrowser(app).post('/api/stripe/create-checkout', { plan: 'monthly' })
      const text = await metrics()
      expect(text).toContain(
        'fairseat_requests_total{method="GET",route="/pricing",status="200",code=""} 2\n',
      )
      expect(text).toContain(
        'fairseat_requests_total{method="POST",route="/api/stripe/create-checkout",status="401",code="not-signed-in"} 1\n',
      )
      expect(text).toContain('fairseat_request_seconds_bucket{route="/pricing",le="+Inf"} 2\n')
      expect(text).toContain('fairseat_request_seconds_count{route="/pricing"} 2\n')
    })

    test('tells of each kind how many jobs wait, fail and are dead', async () => {
      const past = new Date(0)
      await database.db.insert(jobs).values([
        { kind: 'sync', key: 'waits', runAt: past },
        { kind: 'sync', key: 'later', runAt: new Date(Date.now() + 3_600_000) },
        { kind: 'sync', key: 'fails', runAt: past, error: 'It failed.' },
        { kind: 'sync', key: 'is dead', runAt: past, error: 'It failed.', deadAt: past },
        { kind: 'refund', key: 'later', runAt: new Date(Date.now() + 3_600_000) },
      ])
      const text = await metrics()
      for (const line of ['waiting{kind="sync"} 2', 'failing{kind="sync"} 1', 'dead{kind="sync"} 1'])
        expect(text).toContain(`\nfairseat_jobs_${line}\n`)
      for (const state of ['waiting', 'failing', 'dead'])
        expect(text).toContain(`\nfairseat_jobs_${state}{kind="refund"} 0\n`)
      expect(text).toContain(
        '# HELP fairseat_jobs_dead Jobs that failed for good: `npm run jobs` shows why.\n',
      )
    })

    test('tells the delay of the event loop and the memory of the process', async () => {
      await metrics()
      // After a scrape the next turn of the loop is where measuring begins, and each later one measures.
      await sleep(100)
      const until = performance.now() + 300
      while (performance.now() < until);
      await sleep(100)
      const text = await metrics()
      const sampleOf = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
      expect(sampleOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0.2)
      expect(sampleOf('nodejs_heap_size_used_bytes')).toBeGreaterThan(1e6)
      expect(sampleOf('process_resident_memory_bytes')).toBeGreaterThan(
        sampleOf('nodejs_heap_size_used_bytes'),
      )
    })

    test('F96 names its format and character set', async () => {
      const response = await get('/metrics', { authorization: `Bearer ${metricsToken}` })
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    })

    test('is well-formed: every line is a comment or a sample of a family announced before', async () => {
      const families = new Set<string>()
      for (const line of (await metrics()).trimEnd().split('\n')) {
        const announced = /^# TYPE (\w+) (counter|histogram|gauge)$/.exec(line)
        if (announced?.[1]) families.add(announced[1])
        if (line.startsWith('#')) continue
        const [, name = ''] = /^(\w+)(?:\{(?:\w+="[^"]*",?)*\})? \d+(?:\.\d+)?(?:e-\d+)?$/.exec(line) ?? []
        expect(families, line).toContain(
          name.replace(/_(bucket|sum|count)$/, (part) => (families.has(name) ? part : '')),
        )
      }
      expect(families.size).toBeGreaterThan(3)
    })
  })

  describe('the log', () => {
    const since = async (work: () => Promise<Response>) => {
      lines.length = 0
      const response = await work()
      return { response, logged: lines.map((line) => JSON.parse(line)) }
    }

    test('has one line for a request, with the id that the answer carries, and nothing of the query', async () => {
      const { response, logged } = await since(() => get('/assets/page-1.js?email=ann@example.com'))
      expect(logged).toEqual([
        {
          level: 'info',
          time: expect.any(String),
          id: response.headers.get('x-request-id'),
          method: 'GET',
          route: '/assets/:name',
          status: 200,
          ms: expect.any(Number),
          msg: 'request',
        },
      ])
    })

    test('F96 says who signed in and how, and who acts later, by the first characters of the user’s id', async () => {
      const visitor = createTestBrowser(app)
      const email = newAddress()
      await visitor.requestCode(email)
      const code = await visitor.readCode(email)
      const signIn = await since(() => visitor.tryCode(email, code))
      const user = (await signIn.response.json()).user.id.slice(0, 8)
      expect(signIn.logged).toMatchObject([{ route: '/api/auth/sign-in/email-otp', user, strength: 'code' }])
      const account = await since(() => visitor.get('/api/account'))
      expect(account.logged).toMatchObject([{ route: '/api/account', user }])
      const signOut = await since(() => visitor.post('/api/auth/sign-out'))
      expect(signOut.logged).toMatchObject([{ route: '/api/auth/sign-out', user }])
      const after = await since(() => visitor.get('/api/account'))
      expect(after.logged[0]).not.toHaveProperty('user')
      expect(await metrics()).not.toContain(user)
    })

    test('names unknown addresses alike, whatever is written in them', async () => {
      const { logged } = await since(() => get('/ann@example.com'))
      expect(logged).toMatchObject([{ route: 'unknown', status: 404 }])
      expect(lines.join()).not.toContain('ann')
    })

    test('takes the id of our own proxy, and none that could be anything else', async () => {
      const id = '0123456789abcdef0123456789abcdef'
      expect((await get('/healthz', { 'x-request-id': id })).headers.get('x-request-id')).toBe(id)
      for (const other of ['ann@example.com', '123456', 'x'.repeat(32), '']) {
        const given = (await get('/healthz', { 'x-request-id': other })).headers.get('x-request-id')
        expect(given).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      }
      const alone = createTestApp(database.db, { TRUST_PROXY: '0' })
      const response = await alone.request('http://localhost/healthz', { headers: { 'x-request-id': id } })
      expect(response.headers.get('x-request-id')).not.toBe(id)
    })

    test('of signing in holds neither address nor code nor token', async () => {
      lines.length = 0
      const visitor = createTestBrowser(app)
      const email = newAddress()
      await visitor.requestCode(email)
      const code = await visitor.readCode(email)
      await visitor.tryCode(email, code)
      const token = visitor.cookies.get('fairseat.session_token') ?? 'none'
      expect(lines.length).toBeGreaterThan(2)
      for (const secret of [email, code, token]) expect(lines.join()).not.toContain(secret)
    })
  })
})
