import { innermostError } from './innermost-error.ts'

export const unreachableCodes = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
  'ENOENT',
]

/**
 * Connections lost or refused (08…), shut down (57P…), no connection or no space left (53…), failing disks (58…), a standby
 * that is no primary yet (25006), and so much to do that a statement's time was up (57014) or a lock did not come (55P03).
 */
const sqlStates = /^(08\d{3}|25006|57P0[1-5]|57014|55P03|53\d{3}|58\d{3})$/
/** What the drivers say without a code. */
const sentences =
  /connection terminated|timeout (expired|exceeded)|query read timeout|not queryable|pool after calling end|PGlite is closed/i

/** Whether this is the database's absence or overload rather than a defect of ours. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = innermostError(error)
  return (
    unreachableCodes.includes(code) || code === 'EPIPE' || sqlStates.test(code) || sentences.test(message)
  )
}
