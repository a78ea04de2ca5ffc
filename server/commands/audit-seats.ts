import { readEnvironment } from '../env.ts'
import { auditSeats } from '../seats/audit-seats.ts'
import { openOperatorDatabase } from './open-operator-database.ts'

/** Proves that the seats shown are the seats sold and held: ledger, public log, holds and offer must agree. Exit code 1 if not. */
export async function printSeatAudit(): Promise<void> {
  const env = readEnvironment()
  const database = await openOperatorDatabase(env)
  try {
    const audits = await auditSeats(database.db)
    if (audits.length === 0) console.log('There has been no offer yet.')
    for (const { offerId, cap, sold, held, movements, problems } of audits) {
      console.log(
        `${offerId}: ${sold} sold and ${held} held of ${cap}, by ${movements} movements in the ledger.`,
      )
      for (const problem of problems) console.log(`  WRONG  ${problem}`)
    }
    const wrong = audits.filter(({ problems }) => problems.length > 0).length
    if (audits.length > 0)
      console.log(
        wrong === 0
          ? 'The ledger adds up, and the public log tells the same.'
          : `The ledger of ${wrong} offers does not add up.`,
      )
    process.exitCode = wrong === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}
