import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'
import { createPostgresDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { copyEmbeddedDataFolder, emptyDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { shortLived } from '../../tests/support/processes/child-process.ts'
import { moveBetweenDatabases } from './move-database.ts'

/** As an operator types it. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, [...shortLived, 'dist/cli.js', 'move', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, printed: out + err }
}

test('db:move says how many rows of each table were compared, and what to do next', async () => {
  const from = await copyEmbeddedDataFolder()
  const to = await createPostgresDatabase(inject('postgresUrl'))
  const there = await run('--from', from, '--to', to)
  expect(there.code).toBe(0)
  expect(there.printed).toMatch(/^users: 0 rows copied and compared$/m)
  expect(there.printed).toMatch(
    / Set DATABASE_URL to the address of --to, keep AUTH_SECRET, and start Fairseat\. /,
  )
  expect(there.printed).not.toContain(to)
  const folder = emptyDataFolder()
  const back = await run('--from', to, '--to', folder)
  expect(back).toMatchObject({
    code: 0,
    printed: expect.stringContaining(`Set DATABASE_URL=embedded and DATA_DIR=${folder}, `),
  })
})

const usage = /^Use `move --from <address> --to <address>`\. .+$/

test('db:move with nothing says how it is used, without a stack trace', async () => {
  const { code, printed } = await run()
  expect([code, printed.trimEnd()]).toEqual([1, expect.stringMatching(usage)])
})

test.each([
  ['one address', ['--from', '.data']],
  ['an option that there is not', ['--from', '.data', '--into', 'x']],
  ['a word too many', ['--from', '.data', '--to', 'x', 'y']],
])('db:move with %s says how it is used', async (_, args) => {
  await expect(moveBetweenDatabases(args)).rejects.toThrow(usage)
})
