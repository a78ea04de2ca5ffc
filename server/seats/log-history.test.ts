import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { parseEntry } from '../../packages/client/src/seat-log/seat-log-entry.ts'
import { createPostgresDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { migrateUpTo } from '../../tests/support/database/migrate-up-to.ts'
import { openDatabase } from '../db/open-database.ts'
import { auditSeats } from './audit-seats.ts'
import { listEntries } from './log-store.ts'

/** The last migration of the version without a log. */
const lastBefore = 11

test('L9: what happened before there was a log is in it, in its order; those offers promised no cooldown', async () => {
  const databaseUrl = await createPostgresDatabase(inject('postgresUrl'))
  const old = new pg.Client({ connectionString: databaseUrl })
  await old.connect()
  await migrateUpTo(old, lastBefore)
  // The seats of the first were lowered from three to one after two had been held.
  await old.query(`insert into offers (id, cap, taken, sold, deal_price_minor, later_price_minor, currency, opened_at, closed_at)
    values ('first', 1, 1, 1, 8900, 14900, 'usd', '2026-01-01T10:00:30Z', '2026-01-02T10:00:30Z'),
      ('second', 5, 1, 0, 8900, 14900, 'usd', '2026-01-03T10:00:30Z', null)`)
  await old.query(`insert into seat_holds (id, offer_id, state, taken_at, expires_at)
    values ('a', 'first', 'sold', now(), now()), ('b', 'first', 'released', now(), now()), ('c', 'second', 'held', now(), now())`)
  await old.query(`insert into seat_ledger (offer_id, hold_id, entry, change, reason, at) values
    ('first', 'a', 'held', 1, '', '2026-01-01T11:00Z'), ('first', 'b', 'held', 1, '', '2026-01-01T12:00Z'),
    ('first', 'b', 'released', -1, '', '2026-01-01T11:59Z'), ('first', 'a', 'sold', 0, '', '2026-01-02T10:00:30Z'),
    ('second', 'c', 'held', 1, '', '2026-01-03T11:00Z')`)
  await old.end()

  const { db, close } = await openDatabase({ databaseUrl, dataDir: 'unused', embeddedAllowed: false })
  try {
    const entries = (await listEntries(db, 0, 100)).map(({ entry }) => JSON.parse(entry))
    expect(
      entries.map(({ type, offer, cap, taken, sold, at }) => [offer, type, cap ?? taken, sold, at]),
    ).toEqual([
      ['first', 'offer', 2, undefined, '2026-01-01T10:00Z'],
      ['first', 'held', 1, 0, '2026-01-01T11:00Z'],
      ['first', 'held', 2, 0, '2026-01-01T12:00Z'],
      ['first', 'released', 1, 0, '2026-01-01T12:00Z'],
      ['first', 'terms', 1, undefined, '2026-01-01T12:00Z'],
      ['first', 'sold', 1, 1, '2026-01-02T10:00Z'],
      ['first', 'closed', 1, 1, '2026-01-02T10:00Z'],
      ['second', 'offer', 5, undefined, '2026-01-03T10:00Z'],
      ['second', 'held', 1, 0, '2026-01-03T11:00Z'],
    ])
    expect(entries[0].cooldownDays).toBe(0)
    // Two seats of the first were taken when it had more of them than now: nothing wrong.
    expect((await auditSeats(db)).map(({ problems }) => problems)).toEqual([[], []])
  } finally {
    await close()
  }
})

test('L9 M6: the currencies of an offer that is open when they come to the log are in it', async () => {
  const databaseUrl = await createPostgresDatabase(inject('postgresUrl'))
  const old = new pg.Client({ connectionString: databaseUrl })
  await old.connect()
  await migrateUpTo(old, 15)
  await old.query(`insert into offers (id, cap, deal_price_minor, later_price_minor, currency, other_prices)
    values ('launch', 5, 8900, 14900, 'usd', '{"eur":{"dealPriceMinor":8500,"laterPriceMinor":13900}}')`)
  await old.end()

  const { db, close } = await openDatabase({ databaseUrl, dataDir: 'unused', embeddedAllowed: false })
  try {
    const entries = (await listEntries(db, 0, 100)).map(({ entry }) => parseEntry(entry))
    expect(entries).toMatchObject([
      { type: 'offer' },
      { type: 'terms', otherPrices: { eur: { dealPriceMinor: 8_500, laterPriceMinor: 13_900 } } },
    ])
    expect((await auditSeats(db))[0]?.problems).toEqual([])
  } finally {
    await close()
  }
})
