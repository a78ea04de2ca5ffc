import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { countForEach, countHits } from './count-hit.ts'
import type { Drizzle } from './database.ts'

describeOnBothDatabases('hits that are counted in one statement', (openTestDatabase) => {
  let db: Drizzle
  beforeAll(async () => {
    db = (await openTestDatabase()).db
  })
  const hit = (key: string, by: 1 | -1 = 1) => ({ key, windowMs: 60_000, by })

  test('each gets the count that it would have had alone, in the order of asking', async () => {
    await countHits(db, [hit('b')])
    const counted = await countHits(db, [hit('a'), hit('b'), hit('a'), hit('c'), hit('a')])
    expect(counted.map(({ hits }) => hits)).toEqual([1, 2, 2, 1, 3])
    expect((await countHits(db, [hit('a')]))[0]?.hits).toBe(4)
    for (const { windowEndsInMs } of counted) expect(windowEndsInMs).toBeGreaterThan(0)
  })

  test('each caller gets its own counts', async () => {
    const counted = await countForEach(db, [[hit('one'), hit('two')], [], [hit('one')]])
    expect(counted.map((own) => own.map(({ hits }) => hits))).toEqual([[1, 1], [], [2]])
  })

  test('a window that is over begins again for all of them', async () => {
    await countHits(db, [hit('old'), hit('old')])
    await db.execute(
      sql`update rate_limits set window_ends_at = now() - interval '1 second' where key = 'old'`,
    )
    const counted = await countHits(db, [hit('old'), hit('old')])
    expect(counted.map(({ hits }) => hits)).toEqual([1, 2])
  })

  test('what is taken back does not count, in the same statement or later, and leaves no credit', async () => {
    const mixed = await countHits(db, [hit('back'), hit('back', -1), hit('back'), hit('back')])
    expect(mixed.map(({ hits }) => hits)).toEqual([1, 0, 1, 2])
    await countHits(db, [hit('back', -1)])
    expect((await countHits(db, [hit('back')]))[0]?.hits).toBe(2)
    await countHits(db, [
      hit('credit', -1),
      hit('credit', -1),
      hit('back', -1),
      hit('back', -1),
      hit('back', -1),
    ])
    expect((await countHits(db, [hit('credit'), hit('back')])).map(({ hits }) => hits)).toEqual([1, 1])
  })

  test('statements about the same keys in different order count all and wait for nobody for ever', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => `shared-${n}`)
    const rounds = Array.from({ length: 10 }, (_, n) => (n % 2 ? keys : keys.toReversed()))
    await Promise.all(
      rounds.map((round) =>
        countHits(
          db,
          round.map((key) => hit(key)),
        ),
      ),
    )
    const counted = await countHits(
      db,
      keys.map((key) => hit(key)),
    )
    expect(counted.map(({ hits }) => hits)).toEqual(keys.map(() => 11))
  })
})
