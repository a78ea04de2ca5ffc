import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { devToken } from '../app/dev-token.ts'
import { createMigratedDatabase } from '../database/create-postgres-database.ts'
import { startChildProcess } from './child-process.ts'

interface BuiltServerOptions {
  port: number
  /** Of the test run; another database is named in `env`. */
  postgresUrl: string
  env?: Record<string, string>
}

/** The built server with a database of its own and the emulator for Stripe, for tests that attack it from outside. */
export async function startBuiltServer({ port, postgresUrl, env }: BuiltServerOptions) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-attacks-'))
  const url = `http://127.0.0.1:${port}`
  const child = await startChildProcess({
    script: 'dist/server/main.js',
    readyUrl: `${url}/pricing`,
    env: {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      BACKEND_URL: url,
      PUBLIC_KEY: 'pk_of_an_attacked_shop',
      DEV_TOKEN: devToken,
      DATA_DIR: dataDir,
      DATABASE_URL: env?.DATABASE_URL ?? (await createMigratedDatabase(postgresUrl)),
      LOG_LEVEL: 'silent',
      ...env,
    },
  })
  return {
    url,
    footprint: child.footprint,
    pause: child.pause,
    proceed: child.proceed,
    hasEnded: child.hasEnded,
    printed: child.printed,
    async stop() {
      await child.stop()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
