import { ConfigurationError } from '../configuration-error.ts'
import { readEnvironment } from '../env.ts'
import { endSessions, findUserId } from '../identity/store.ts'
import { byOperator, recordOperation } from '../operations/audit-log-store.ts'
import { openOperatorDatabase } from './open-operator-database.ts'

const usage = 'Use `sign-out <customer id or address>`, or `sign-out --all`.'

/** Ends every session of one customer or of all, and the tokens of the products that they signed in to. */
export async function signOutCustomers([who = '', ...more]: string[]): Promise<void> {
  const isOption = who.startsWith('-') && who !== '--all'
  if (who === '' || isOption || more.length > 0) throw new ConfigurationError(usage)
  const { db, close } = await openOperatorDatabase(readEnvironment())
  try {
    const userId = who === '--all' ? null : await findUserId(db, who)
    if (userId === undefined) throw new ConfigurationError(`No customer has the id or address ${who}.`)
    const ended = await endSessions(db, userId)
    const result = ended === 1 ? '1 session ended' : `${ended} sessions ended`
    await recordOperation(db, { ...byOperator, operation: 'sessions.end', userId, result })
    console.log(`${result}.`)
    console.log('Codes and links in mails that were sent before still work, for up to an hour.')
  } finally {
    await close()
  }
}
