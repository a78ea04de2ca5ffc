import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { startChildProcess } from '../../tests/support/processes/child-process.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-doctor-'))
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

/** Nothing but demo.env, a port and a folder. */
async function diagnose(env: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/cli.js', 'doctor'], {
    env: { PATH: process.env.PATH, ...env },
  })
  const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, printed: printed + errors }
}

test('F98: the doctor of a healthy demo has no FAIL, beside it and after it', async () => {
  const port = String(await findFreePort())
  const env = { PORT: port, DATA_DIR: dataDir }
  const server = await startChildProcess({
    script: 'dist/server/main.js',
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    env,
  })
  const lines = (printed: string) => printed.match(/^\w+ +[^:]+(?=:)/gm)
  const beside = await diagnose(env).finally(() => server.stop())
  expect(beside.code).toBe(0)
  expect(lines(beside.printed)).toEqual(['ok    database', 'skip  Stripe', 'skip  clocks', 'skip  mail'])
  const after = await diagnose(env)
  expect(after.code).toBe(0)
  expect(after.printed).not.toContain('FAIL')
  expect(lines(after.printed)).toContain('ok    seats')
})
