import { ConfigurationError } from '../configuration-error.ts'
import { innermostError } from './innermost-error.ts'
import { unreachableCodes } from './is-database-down.ts'

const stillStarting = '57P03'
const wrongPassword = ['28P01', '28000']
const noSuchDatabase = '3D000'
const notPermitted = '42501'
const lockTimedOut = '55P03'

/** Says what an operator can do about a failed start. Never repeats the address, which holds a password. */
export function explainPostgresError(cause: unknown, addressIn = 'DATABASE_URL'): Error {
  return new ConfigurationError(explain(cause, addressIn), { cause })
}

function explain(cause: unknown, addressIn: string): string {
  const { code, message } = innermostError(cause)
  if (unreachableCodes.includes(code) || message.includes('timeout expired')) {
    return `PostgreSQL cannot be reached (${code || message}). Check the host and port in ${addressIn} and that the server is running.`
  }
  if (wrongPassword.includes(code) || message.includes('client password must be')) {
    return `PostgreSQL refused the user or password. Check both in ${addressIn}.`
  }
  if (code === stillStarting)
    return 'PostgreSQL is still starting or shutting down. Start Fairseat again in a moment.'
  if (code === noSuchDatabase)
    return `The database named in ${addressIn} does not exist. Create it with createdb.`
  if (code === notPermitted) {
    return `The user in ${addressIn} may not create tables (${message}). Make it the owner of the database.`
  }
  if (code === lockTimedOut) {
    return 'Another process holds a lock that the migrations wait for. Let it finish, then start Fairseat again.'
  }
  return `PostgreSQL could not be opened: ${message}. Check ${addressIn}.`
}
