import { getTableColumns, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BillingKit, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { describeMainlyOnEmbedded } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import * as schema from '../db/schema.ts'

/** Kept under a keyed hash only, so that nobody can tell whose they are; or no person's at all. */
const ofNobody = [
  'verifications',
  'rateLimits',
  'trialsGiven',
  'offers',
  'seatLog',
  'seatLogKeys',
  'signingKeys',
  'stripeAccounts',
]

describeMainlyOnEmbedded('the export of one’s own data', (openTestDatabase) => {
  let db: Drizzle
  let kit: BillingKit
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    kit = await startBillingKit(db)
  })
  afterAll(() => kit.stop())

  const read = async (visitor: Awaited<ReturnType<BillingKit['signIn']>>) => {
    const response = await visitor.get('/api/account/export')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    return (await response.json()) as Record<string, Record<string, unknown>[]>
  }

  test('has every table that could hold something of a person, and every column but tokens', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await buyer.buy('lifetime')
    await kit.deliver()
    const data = await read(buyer)
    const tables = Object.entries(schema).filter(([, table]) => is(table, PgTable))
    expect([...Object.keys(data), ...ofNobody].sort()).toEqual(tables.map(([name]) => name).sort())
    const secret = [
      ...['token', 'accessToken', 'refreshToken', 'idToken', 'password', 'tokenHash'],
      'rotationReplayResponse',
    ]
    for (const [name, table] of tables) {
      const [row] = data[name] ?? []
      if (!row) continue
      const columns = Object.keys(getTableColumns(table as PgTable))
      expect(Object.keys(row).sort()).toEqual(columns.filter((column) => !secret.includes(column)).sort())
    }
    for (const name of [
      'users',
      'sessions',
      'customers',
      'checkouts',
      'subscriptions',
      'purchases',
      'stripeEvents',
    ])
      expect(data[name]?.length, name).toBeGreaterThan(0)
  })

  test('is one’s own, and holds no credential', async () => {
    const [buyer, other] = [await kit.signIn(), await kit.signIn()]
    await other.buy('lifetime')
    await kit.deliver()
    const text = JSON.stringify(await read(buyer))
    expect(text).toContain(buyer.id)
    expect(text).not.toContain(other.id)
    expect(JSON.parse(text).purchases).toEqual([])
    const token = decodeURIComponent(buyer.cookies.get('fairseat.session_token') ?? '').split('.')[0] ?? ''
    expect(token).toMatch(/\w{20}/)
    expect(text).not.toContain(token)
  })
})
