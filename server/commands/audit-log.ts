import { parseArgs } from 'node:util'
import { ConfigurationError } from '../configuration-error.ts'
import { readEnvironment } from '../env.ts'
import {
  listOperations,
  type OperationFilter,
  type RecordedOperation,
} from '../operations/audit-log-store.ts'
import { openOperatorDatabase } from './open-operator-database.ts'

const usage =
  'Use `audit-log [--user <id or address>] [--since 2026-11-01] [--limit 50]`; the newest entries come first.'
const defaultLimit = '50'
const mostEntries = 10_000

/** Shows what the API's keys and the operator's commands changed. */
export async function showAuditLog(args: string[]): Promise<void> {
  const filter = readArgs(args)
  const { db, close } = await openOperatorDatabase(readEnvironment())
  try {
    const entries = await listOperations(db, filter)
    for (const entry of entries) console.log(describeOperation(entry))
    console.log(entries.length === 0 ? 'No entries.' : `${entries.length} shown.`)
  } finally {
    await close()
  }
}

function describeOperation(entry: RecordedOperation): string {
  const { at, keyName, operation, input, userId, email, reason, requestId, result } = entry
  const given = Object.entries(input).filter(([, value]) => value !== null)
  const parts = [
    at.toISOString(),
    keyName ? `key ${keyName}` : 'operator',
    `${operation}: ${result}`,
    userId && `user ${userId} (${email})`,
    ...given.map(([name, value]) => `${name}=${quote(value)}`),
    reason && `reason=${quote(reason)}`,
    requestId && `request ${requestId}`,
  ]
  return parts.filter(Boolean).join('  ')
}

/** As JSON, without what a terminal would obey: control characters beyond C0, and marks that turn the direction. */
const quote = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function readArgs(args: string[]): OperationFilter {
  try {
    const { values } = parseArgs({
      args,
      options: {
        user: { type: 'string' },
        since: { type: 'string' },
        limit: { type: 'string', default: defaultLimit },
      },
    })
    const since = values.since === undefined ? undefined : new Date(values.since)
    const limit = Number(values.limit)
    if (since && Number.isNaN(since.getTime())) throw new Error('since')
    if (!Number.isInteger(limit) || limit < 1 || limit > mostEntries) throw new Error('limit')
    return { limit, ...(values.user !== undefined && { user: values.user }), ...(since && { since }) }
  } catch {
    throw new ConfigurationError(usage)
  }
}
