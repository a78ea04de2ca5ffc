import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { createMigratedDatabase } from '../tests/support/database/create-postgres-database.ts'
import { findFreePort } from '../tests/support/processes/free-port.ts'
import { root } from './run-tool.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-start-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const waiting = { timeout: 170_000, interval: 100 }

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)(
  'npm start ends the server by %s',
  async (signal) => {
    const port = String(await findFreePort())
    const responses = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    const npm = spawn('npm', ['start', '--silent'], {
      cwd: root,
      stdio: 'ignore',
      detached: true,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: port,
        DATA_DIR: path.join(folder, signal),
        // The embedded one is ended in example.test.ts.
        DATABASE_URL: await createMigratedDatabase(inject('postgresUrl')),
      },
    })
    const ended = once(npm, 'exit')
    await vi.waitFor(async () => expect(await responses()).toBe(true), waiting)
    // A terminal sends Ctrl-C to all of its processes; a supervisor signals the one that it started.
    process.kill(signal === 'SIGINT' ? -(npm.pid ?? 0) : (npm.pid ?? 0), signal)
    await ended
    await vi.waitFor(async () => expect(await responses()).toBe(false), waiting)
  },
)
