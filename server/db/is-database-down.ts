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

/** Connections lost or refused (08…), shut down (57P…), no connection or no space left (53…), and failing disks (58…). */
const sqlStates = /^(08\d{3}|57P0[1-5]|53\d{3}|58\d{3})$/
/** What the drivers say without a code. */
const sentences =
  /connection terminated|timeout (expired|exceeded)|query read timeout|not queryable|pool after calling end|PGlite is closed/i

/** Whether this is the database's absence rather than a defect of ours. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = innermostError(error)
  return (
    unreachableCodes.includes(code) || code === 'EPIPE' || sqlStates.test(code) || sentences.test(message)
  )
}
