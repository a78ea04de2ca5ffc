import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Starts the built server once, for nobody, so that it leaves its code as V8 has compiled it in dist/server/compiled, for this
 * version of Node with these options. Without it a start only takes longer.
 */
export async function buildCompiledCode(dist: string, nodeArgs: string[] = []): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairseat-compiled-'))
  const server = spawn(
    process.execPath,
    [
      ...nodeArgs,
      '--require',
      resolve(dist, 'server/keep-compiled-code.js'),
      resolve(dist, 'server/main.js'),
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: 'embedded',
      },
    },
  )
  // The first that it prints says where it listens.
  server.stdout.once('data', () => server.kill())
  const [code] = await once(server, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
  if (code !== 0) console.warn('The built server did not start: it will compile its code at each start.')
}
