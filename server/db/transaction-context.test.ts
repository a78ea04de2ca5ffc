import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import type { Database } from './database.ts'

const one = sql`select 1 as one`

describeOnBothDatabases('inside a transaction', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  test('only the transaction’s own connection may be used', async () => {
    const { db, readers } = database
    const reason = expect.objectContaining({ message: expect.stringContaining('past its own connection') })
    await db.transaction(async (tx) => {
      await expect(db.execute(one)).rejects.toMatchObject({ cause: reason })
      await expect(readers.execute(one)).rejects.toMatchObject({ cause: reason })
      await expect(db.transaction((other) => other.execute(one))).rejects.toEqual(reason)
      expect((await tx.execute(one)).rows).toEqual([{ one: 1 }])
    })
    expect((await db.execute(one)).rows).toEqual([{ one: 1 }])
  })

  test('another database may be used', async () => {
    const { db } = database
    const other = await openTestDatabase()
    await db.transaction(async () => {
      expect((await other.db.execute(one)).rows).toEqual([{ one: 1 }])
      await other.db.transaction((tx) => tx.execute(one))
    })
  })

  test('what it leaves running may use the database when it is over', async () => {
    const { db } = database
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const left = await db.transaction(async () => ({ rows: ended.then(() => db.execute(one)) }))
    end()
    expect((await left.rows).rows).toEqual([{ one: 1 }])
  })
})
