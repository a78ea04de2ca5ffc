import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { LiveUrgency } from '../../core/urgency/contract.ts'
import {
  createTestApp,
  createTestBrowser,
  createTestServer,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { type BillingKit, liveCatalogue, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { describeMainlyOnEmbedded } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { purchases } from '../db/schema.ts'

describeMainlyOnEmbedded('the live figures', (openTestDatabase) => {
  let db: Drizzle
  let kit: BillingKit
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    kit = await startBillingKit(db, { catalogue: liveCatalogue(3) })
  })
  afterAll(() => kit.stop())

  /** The clock that says how old a reading is stands still until it is moved. Whole, so that adding a second adds no less. */
  function stopClock() {
    let nowMs = Math.ceil(performance.now())
    const now = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    restoreClock = () => now.mockRestore()
    return {
      advance(ms: number) {
        nowMs += ms
      },
    }
  }
  let restoreClock = () => {}
  afterEach(() => restoreClock())

  /** A process of its own has read nothing yet. */
  const newProcess = (catalogue = liveCatalogue(3)) => createTestApp(db, {}, catalogue, kit.payments)
  async function read(app = newProcess()): Promise<LiveUrgency> {
    const response = await createTestBrowser(app).get('/api/urgency')
    expect(response.status).toBe(200)
    return (await response.json()) as LiveUrgency
  }
  /** What search engines are told of the lifetime plan. */
  async function lifetimeOffer(app: TestApp) {
    const html = await page('/pricing', app)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    const { price, availability } = JSON.parse(json).offers[2]
    return { price, availability: availability?.replace('https://schema.org/', '') }
  }
  const page = async (path: string, app = newProcess()) => (await createTestBrowser(app).get(path)).text()

  test('L1: everybody reads the same number, and it is the one that checkout enforces', async () => {
    expect(await read()).toMatchObject({ cap: 3, remaining: 3, price: '$89', variant: 'seats' })
    const ada = await kit.signIn()
    await ada.checkout('lifetime')
    const [one, other] = [await read(), await read()]
    expect(one.remaining).toBe(2)
    expect(other.remaining).toBe(2)
  })

  test('L1 L5: search engines are told of limited seats once the figures are read, and of nothing before', async () => {
    const app = newProcess()
    expect(await lifetimeOffer(app)).toEqual({ price: 89, availability: undefined })
    await read(app)
    expect(await lifetimeOffer(app)).toEqual({ price: 89, availability: 'LimitedAvailability' })
  })

  test('a CDN may keep it for ten seconds, and who has it already hears 304', async () => {
    const browser = createTestBrowser(newProcess())
    const first = await browser.get('/api/urgency')
    expect(first.headers.get('cache-control')).toMatch(/public.*s-maxage=10.*stale-while-revalidate=\d+/)
    expect(first.headers.getSetCookie()).toEqual([])
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    const etag = first.headers.get('etag') ?? ''
    const again = await browser.get('/api/urgency', { 'if-none-match': etag })
    expect(again.status).toBe(304)
  })

  test('what was read within the second is answered from memory, to our own page with the right key or none', async () => {
    const { app, prerendered } = createTestServer(db, {}, liveCatalogue(3), kit.payments)
    const clock = stopClock()
    const find = (headers: Record<string, string> = {}) => prerendered.find('/api/urgency', headers)
    expect(find()).toBeUndefined()
    await read(app)
    expect(JSON.parse(Buffer.from(find()?.identity.body ?? []).toString())).toMatchObject({ cap: 3 })
    expect(find({ apikey: 'pk_right_key' })).toBeDefined()
    expect(find({ apikey: 'pk_wrong_key' })).toBeUndefined()
    expect(find({ origin: 'https://other.example' })).toBeUndefined()
    clock.advance(1_000)
    expect(find()).toBeUndefined()
  })

  test('a crowd within a second costs one reading', async () => {
    stopClock()
    const app = newProcess()
    const asOf = await Promise.all(Array.from({ length: 50 }, async () => (await read(app)).asOf))
    expect(new Set(asOf).size).toBe(1)
  })

  test('L4: nobody can be told from what is public: only name, country and plan', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    await kit.deliver()
    const { purchases: shown } = await read()
    expect(shown).toEqual([
      { id: expect.stringMatching(/^[\w-]{16}$/), name: null, country: null, plan: 'lifetime' },
    ])
  })

  test('L1: the page that says how we count has the current figures and their time', async () => {
    const { remaining } = await read()
    const html = await page('/pricing/how-we-count')
    expect(html).toMatch(new RegExp(`>${remaining}(<!-- -->)? of (<!-- -->)?3(<!-- -->)? seats are left`))
    expect(html).toMatch(/<time dateTime="/i)
  })

  test('L5: while the figures cannot be read search engines are told of no availability, and of it again afterwards', async () => {
    const clock = stopClock()
    const app = newProcess()
    await read(app)
    await db.execute(sql`alter table offers rename to offers_away`)
    try {
      clock.advance(1_000)
      expect((await createTestBrowser(app).get('/api/urgency')).status).toBeGreaterThanOrEqual(500)
      expect(await lifetimeOffer(app)).toEqual({ price: 89, availability: undefined })
    } finally {
      await db.execute(sql`alter table offers_away rename to offers`)
    }
    await read(app)
    expect(await lifetimeOffer(app)).toEqual({ price: 89, availability: 'LimitedAvailability' })
  })

  test('L5: figures that cannot be read are a failure, never a made-up number; the page says so too', async () => {
    await db.execute(sql`alter table offers rename to offers_away`)
    try {
      const app = newProcess()
      const response = await createTestBrowser(app).get('/api/urgency')
      expect(response.status).toBeGreaterThanOrEqual(500)
      expect(await page('/pricing/how-we-count', app)).toContain('We can’t read the figures right now')
      expect((await createTestBrowser(app).get('/pricing')).status).toBe(200)
    } finally {
      await db.execute(sql`alter table offers_away rename to offers`)
    }
  })

  test('L1: demand is claimed only after the counted number of purchases in the window', async () => {
    const busy = (demandMinimum: number) => {
      const catalogue = liveCatalogue(3, { demandMinimum })
      return newProcess({ ...catalogue, urgency: { ...catalogue.urgency, variant: 'demand' } })
    }
    expect((await read(busy(2))).variant).toBeNull()
    await db.insert(purchases).values({ id: 'pi_more', amountMinor: 1, currency: 'usd', paidAt: new Date() })
    expect((await read(busy(2))).variant).toBe('demand')
  })

  test('L3: sold out: no banner, and the later price in the figures, in the page and at checkout', async () => {
    for (;;) {
      const { remaining } = await read()
      if (remaining === 0) break
      await (await kit.signIn()).buy('lifetime')
    }
    const held = newProcess()
    expect(await read(held)).toMatchObject({ remaining: 0, price: '$89', variant: null })
    expect(await lifetimeOffer(held)).toEqual({ price: 89, availability: 'OutOfStock' })
    await kit.emulator.advance(3_600)
    await kit.deliver()
    while ((await read()).price === '$89') {
      await (await kit.signIn()).buy('lifetime')
      await kit.deliver()
    }
    const app = newProcess()
    expect(await read(app)).toMatchObject({ remaining: 0, price: '$149', variant: null })
    const html = await page('/pricing', app)
    expect(html).toContain('$149')
    expect(html).not.toContain('$89')
    expect(await lifetimeOffer(app)).toEqual({ price: 149, availability: 'InStock' })
  })

  test('the simulated source has no figures to ask for, and its page says that it is a demo', async () => {
    const app = createTestApp(db)
    expect((await createTestBrowser(app).get('/api/urgency')).status).toBe(404)
    const html = await page('/pricing/how-we-count', app)
    expect(html).toContain('This is a demo.')
    expect(html).toMatch(/Once sales are real.*Seats left are all seats.*Every purchase we mention/s)
  })
})
