import { sql } from 'drizzle-orm'
import type { Drizzle } from './database.ts'

/**
 * Writes what needs room on the disk: a temporary table is extended by a fresh page and emptied at the commit, without a
 * log record and without leaving dead rows. An update of an existing row would find room in its page on a full disk too.
 * Without waiting for a standby, for which a commit may wait without end: visitors can read meanwhile.
 */
export async function probeWrite(db: Drizzle): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local synchronous_commit = local`)
    await tx.execute(
      sql`create temporary table if not exists readiness_probe (filler text) on commit delete rows`,
    )
    await tx.execute(sql`insert into readiness_probe values (repeat('x', 1000))`)
  })
}
