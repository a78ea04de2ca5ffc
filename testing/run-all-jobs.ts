import { eq, isNotNull, or } from 'drizzle-orm'
import type { Drizzle } from '../server/db/database.ts'
import { jobs as jobsTable } from '../server/db/schema.ts'
import { type Jobs, periodicKey } from '../server/jobs/create-jobs.ts'

/** As if time had passed: periodic work, what failed before, and what a killed process had begun are due at once. */
export async function runAllJobs(db: Drizzle, jobs: Jobs): Promise<void> {
  await db
    .update(jobsTable)
    .set({ runAt: new Date(0), lockedUntil: null, deadAt: null })
    .where(
      or(eq(jobsTable.key, periodicKey), isNotNull(jobsTable.error), isNotNull(jobsTable.lockedUntil)),
    )
  await jobs.runDue()
}
