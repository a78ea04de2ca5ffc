import { parseArgs } from 'node:util'
import { ConfigurationError } from '../configuration-error.ts'
import { isPostgres, moveDatabase, type Progress } from '../db/move-database.ts'

/** Copies the embedded database into PostgreSQL, or back, and compares every row. */
export async function moveBetweenDatabases(args: string[]): Promise<void> {
  const { from, to } = readOptions(args)
  const moved = await moveDatabase({ from, to, onProgress: showProgress })
  for (const { table, rows } of moved) console.log(`${table}: ${rows} rows copied and compared`)
  const all = moved.reduce((sum, { rows }) => sum + rows, 0)
  const next = isPostgres(to)
    ? 'DATABASE_URL to the address of --to'
    : `DATABASE_URL=embedded and DATA_DIR=${to}`
  console.log(
    `${all} rows of ${moved.length} tables are the same in both. Set ${next}, keep AUTH_SECRET, and start Fairseat. The database of --from is unchanged: start no server with it again.`,
  )
}

function readOptions(args: string[]): { from: string; to: string } {
  const usage = new ConfigurationError(
    'Use `move --from <address> --to <address>`. An address is a postgres:// address or the folder of an embedded database (DATA_DIR).',
  )
  try {
    const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } })
    const { from, to } = values
    if (from && to) return { from, to }
  } catch {
    throw usage
  }
  throw usage
}

function showProgress({ step, table, rows }: Progress) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${table}: ${rows} rows ${step}`)
}
