import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createMigratedDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { copyEmbeddedDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { applyCopySettings, compareTable, copySequences, copyTable } from './copy-table.ts'
import type { Database, Drizzle } from './database.ts'
import { openDatabase } from './open-database.ts'

const ignoreProgress = () => {}
/** More than a batch holds. */
const manyRows = 1_203

const kinds = ['embedded', 'postgres'] as const
let databases: Record<(typeof kinds)[number], Database>
beforeAll(async () => {
  const [dataDir, databaseUrl] = await Promise.all([
    copyEmbeddedDataFolder(),
    createMigratedDatabase(inject('postgresUrl')),
  ])
  databases = {
    embedded: await openDatabase({ dataDir, embeddedAllowed: true }),
    postgres: await openDatabase({ databaseUrl, dataDir, embeddedAllowed: false }),
  }
  // Each writes and sorts in a way of its own unless it is told otherwise.
  await databases.postgres.db.execute(
    sql.raw(`alter database "${new URL(databaseUrl).pathname.slice(1)}" set timezone = 'Asia/Kolkata'`),
  )
})
afterAll(async () => {
  for (const { close } of Object.values(databases)) await close()
})

const table = 'of_all_types'
const create = sql.raw(`
  create table of_all_types (
    id bigint generated always as identity primary key,
    words text, "Quoted ""Name""" varchar(60), yes boolean, small smallint, large bigint, exact numeric, rough double precision,
    at timestamptz, local timestamp, day date, took interval, document jsonb, as_written json, bytes bytea,
    tags text[], numbers bigint[], key uuid, twice bigint generated always as (large * 2) stored
  )`)
const fill = sql.raw(String.raw`
  insert into of_all_types (words, "Quoted ""Name""", yes, small, large, exact, rough, at, local, day, took, document, as_written, bytes, tags, numbers, key) values
  ('plain', 'n', true, -32768, 4611686018427387903, 12345678901234567890.123456789, 0.1::float8 + 0.2::float8, '2026-11-16 08:00:00.123456+00', '2026-11-16 08:00:00.000001', '2026-02-28', '1 mon 2 days 03:04:05.6', '{"b": [1, null, "x"], "a": 9007199254740993}', '{ "a" : 1, "a" : 2 }', '\x00ff10', array['a,b', null, '"quoted"', '\', ''], array[9007199254740993, null], 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'),
  (null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
  ('', '', false, 0, 0, 0, '-infinity', 'infinity', '-infinity', 'infinity', '0', 'null', 'null', '', '{}', '{}', null),
  ('null', E'tab\tline\nreturn\rback\\slash "quote" ''apostrophe''', false, 1, -1, 'NaN', 'NaN', '0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00 BC', '0044-03-15 BC', '-1 day', '"\u00e9 \ud83d\ude00 \\u0041"', '"x"', '\x', array[array['a','b'],array['c','d']], null, null),
  ('é 😀 ß İ zz ZZ _', E'\u2028\u0001', null, null, null, 0.10, 1e-300, '1999-12-31 23:59:59.999999+05:30', null, null, null, '[]', null, null, null, null, null)`)

async function inTransactions<T>(
  source: Database,
  target: Database,
  work: (read: Drizzle, write: Drizzle) => Promise<T>,
) {
  // Of two databases: the one inside is no misuse of the other.
  const outside = AsyncLocalStorage.snapshot()
  return source.db.transaction((read) =>
    outside(() =>
      target.db.transaction(async (write) => {
        await applyCopySettings(read)
        await applyCopySettings(write)
        return work(read, write)
      }),
    ),
  )
}

describe.each([
  ['embedded', 'postgres'],
  ['postgres', 'embedded'],
] as const)('a table copied from %s to %s', (from, to) => {
  beforeAll(async () => {
    for (const { db } of Object.values(databases)) {
      await db.execute(sql`drop table if exists of_all_types`)
      await db.execute(create)
    }
    const { db } = databases[from]
    await db.execute(fill)
    await db.execute(
      sql`insert into of_all_types (words, large) select 'row ' || n, n from generate_series(1, ${manyRows}::int) n`,
    )
    await inTransactions(databases[from], databases[to], async (read, write) => {
      await copyTable(read, write, table, ignoreProgress)
      await copySequences(read, write, table)
    })
  })

  test('has every value of every type, and every null', async () => {
    const readAll = async ({ db }: Database) => {
      const { rows } = await db.transaction(async (transaction) => {
        await transaction.execute(sql`set local timezone = 'UTC'`)
        return transaction.execute<{ whole: string }>(
          sql`select of_all_types::text as whole from of_all_types order by id`,
        )
      })
      return rows.map(({ whole }) => whole)
    }
    const original = await readAll(databases[from])
    expect(original).toHaveLength(manyRows + 5)
    expect(await readAll(databases[to])).toEqual(original)
  })

  test('numbers the next row as the original would have', async () => {
    const next = sql`insert into of_all_types (words) values ('next') returning id::int as id`
    const numbers: unknown[] = []
    for (const { db } of [databases[from], databases[to]]) {
      numbers.push((await db.execute(next)).rows[0])
      await db.execute(sql`delete from of_all_types where words = 'next'`)
    }
    expect(numbers).toEqual([{ id: manyRows + 6 }, { id: manyRows + 6 }])
  })

  test('is compared row by row: a changed value, a row too few and a row too many are noticed', async () => {
    const compare = () =>
      inTransactions(databases[from], databases[to], (read, write) =>
        compareTable(read, write, table, ignoreProgress),
      )
    expect(await compare()).toBe(manyRows + 5)
    const { db } = databases[to]
    for (const [change, back] of [
      [
        `set at = at + interval '1 microsecond' where id = 1`,
        `set at = at - interval '1 microsecond' where id = 1`,
      ],
      [`set words = '' where id = 2`, `set words = null where id = 2`],
      [`set large = large + 1 where id = ${manyRows}`, `set large = large - 1 where id = ${manyRows}`],
    ]) {
      await db.execute(sql.raw(`update of_all_types ${change}`))
      await expect(compare(), change).rejects.toThrow('The rows of of_all_types are not the same')
      await db.execute(sql.raw(`update of_all_types ${back}`))
    }
    await db.execute(sql`insert into of_all_types (words) values ('too many')`)
    await expect(compare()).rejects.toThrow('not the same')
    await db.execute(sql`delete from of_all_types where words = 'too many' or id = 7`)
    await expect(compare()).rejects.toThrow('not the same')
  })
})
