import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const limitMs = 120_000

/**
 * Starts the built server once, for nobody, so that it leaves its code as V8 has compiled it in dist/server/compiled, for this
 * version of Node with these options. Without it a start only takes longer.
 */
export async function buildCompiledCode(dist: string, nodeArgs: string[] = []): Promise<void> {
  // Empty, and the working folder: no setting of the operator may reach it, least of all the key of their Stripe account.
  const folder = mkdtempSync(join(tmpdir(), 'fairseat-compiled-'))
  const file = (name: string) => resolve(dist, 'server', name)
  const args = [...nodeArgs, '--require', file('keep-compiled-code.js'), file('main.js')]
  const { PATH, SystemRoot } = process.env
  const server = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: limitMs,
    env: {
      PATH,
      SystemRoot,
      HOST: '127.0.0.1',
      PORT: '0',
      BACKEND_URL: 'http://127.0.0.1',
      PUBLIC_KEY: 'pk_of_the_build',
      AUTH_SECRET: randomUUID(),
      // So that it prints one line, where it listens.
      LOG_LEVEL: 'silent',
      DATA_DIR: join(folder, 'data'),
    },
  })
  server.stdout.once('data', () => server.stdin.end())
  const [code] = await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  if (code !== 0) console.warn('The built server did not start: it will compile its code at each start.')
}
