import { ConfigurationError } from '../configuration-error.ts'
import { readEnvironment } from '../env.ts'
import { countJobsByKind, listFailedJobs, retryFailedJobs, sumCounts } from '../jobs/store.ts'
import { byOperator, recordOperation } from '../operations/audit-log-store.ts'
import { openOperatorDatabase } from './open-operator-database.ts'

/** Shows what waits in the queue and what failed, and why; with `retry` the server tries what failed again at once. */
export async function showJobs(args: string[]): Promise<void> {
  const [what] = args
  if (what !== undefined && what !== 'retry') throw new ConfigurationError('Use `jobs`, or `jobs retry`.')
  const { db, close } = await openOperatorDatabase(readEnvironment())
  try {
    if (what === 'retry') {
      const retried = await retryFailedJobs(db)
      await recordOperation(db, { ...byOperator, operation: 'jobs.retry', result: `${retried} jobs` })
      console.log(`${retried} to be tried again.`)
    }
    const failed = await listFailedJobs(db)
    for (const { kind, key, attempts, error, deadAt } of failed)
      console.log(`${deadAt ? 'dead   ' : 'failing'} ${kind} ${key}, ${attempts} tries: ${error}`)
    const kinds = await countJobsByKind(db)
    for (const { kind, waiting, later, nextAt } of kinds) {
      const first = nextAt ? `, the first at ${nextAt.toISOString()}` : ''
      console.log(`waiting ${kind}: ${waiting} due, ${later} later${first}`)
    }
    const { waiting, later, failing, dead } = sumCounts(kinds)
    console.log(`${waiting} due, ${later} later, ${failing} failing, ${dead} dead.`)
    process.exitCode = dead > 0 && what !== 'retry' ? 1 : 0
  } finally {
    await close()
  }
}
