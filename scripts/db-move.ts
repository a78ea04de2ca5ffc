import { parseArgs } from 'node:util'
import { ConfigurationError } from '../server/configuration-error.ts'
import { isPostgres, moveDatabase, type Progress } from '../server/db/move-database.ts'
import { runCommand } from './run-command.ts'

// Copies the embedded database into PostgreSQL, or back, and compares every row.
await runCommand(async () => {
  const { from, to } = readOptions()
  const moved = await moveDatabase({ from, to, onProgress: showProgress })
  for (const { table, rows } of moved) console.log(`${table}: ${rows} rows copied and compared`)
  const all = moved.reduce((sum, { rows }) => sum + rows, 0)
  const next = isPostgres(to) ? 'DATABASE_URL to the address of --to' : `DATABASE_URL=embedded and DATA_DIR=${to}`
  console.log(
    `${all} rows of ${moved.length} tables are the same in both. Set ${next}, keep AUTH_SECRET, and start Fairseat. The database of --from is unchanged: start no server with it again.`,
  )
})

function readOptions(): { from: string; to: string } {
  const usage = new ConfigurationError(
    'npm run db:move -- --from <address> --to <address>; an address is a postgres:// address or the folder of an embedded database (DATA_DIR).',
  )
  try {
    const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
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
