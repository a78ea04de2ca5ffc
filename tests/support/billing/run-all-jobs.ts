import { and, eq, inArray, isNotNull, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Drizzle } from '../../../server/db/database.ts'
import { jobs as jobsTable, seatHolds } from '../../../server/db/schema.ts'
import { type Jobs, periodicKey } from '../../../server/jobs/create-jobs.ts'

/** As if time had passed: periodic work, what failed before, and what a killed process had begun are due at once. */
export async function runAllJobs(db: Drizzle, jobs: Jobs, exceptPeriodic: string[] = []): Promise<void> {
  await db
    .update(jobsTable)
    .set({ runAt: new Date(0), lockedUntil: null, deadAt: null })
    .where(
      or(
        and(eq(jobsTable.key, periodicKey), notInArray(jobsTable.kind, exceptPeriodic)),
        isNotNull(jobsTable.error),
        isNotNull(jobsTable.lockedUntil),
        // They may wait for a bank.
        inArray(jobsTable.kind, ['refund', 'refund-late', 'withdraw']),
        // A test may have aged them.
        sql`${jobsTable.key} in (select ${seatHolds.id} from ${seatHolds} where ${seatHolds.expiresAt} < now())`,
      ),
    )
  await jobs.runDue()
}

/** What is still to be done now: neither periodic work nor holds and notices whose time is not up. */
export const listPendingJobs = (db: Drizzle) =>
  db
    .select()
    .from(jobsTable)
    .where(and(ne(jobsTable.key, periodicKey), notInArray(jobsTable.kind, ['release-hold', 'send-notice'])))
