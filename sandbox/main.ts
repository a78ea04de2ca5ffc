import { parseArgs } from 'node:util'
import { startSandbox } from './start-sandbox.ts'

// The sandbox as a process of its own: `node --import tsx sandbox/main.ts`, or its build. Every setting can also be
// given as an option, `--port 4242` instead of SANDBOX_PORT=4242.

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'data-dir': { type: 'string' },
    'secret-key': { type: 'string' },
    'public-url': { type: 'string' },
    'draft-seconds': { type: 'string' },
  },
})
const { SANDBOX_PORT, SANDBOX_DATA_DIR, SANDBOX_SECRET_KEY, SANDBOX_PUBLIC_URL } = process.env
const { SANDBOX_DRAFT_SECONDS, SANDBOX_STOP_AT_EOF } = process.env
const port = Number(values.port ?? SANDBOX_PORT ?? 0)
const dataDir = values['data-dir'] ?? SANDBOX_DATA_DIR
const secretKey = values['secret-key'] ?? SANDBOX_SECRET_KEY ?? 'sk_test_sandbox'
const publicUrl = values['public-url'] ?? SANDBOX_PUBLIC_URL
const invoiceDraftSeconds = Number(values['draft-seconds'] ?? SANDBOX_DRAFT_SECONDS ?? 3_600)

try {
  if (!secretKey.startsWith('sk_test_')) throw new Error('SANDBOX_SECRET_KEY has to begin with sk_test_.')
  if (!(invoiceDraftSeconds >= 0))
    throw new Error('SANDBOX_DRAFT_SECONDS has to be a number of seconds, 0 or more.')
  const sandbox = await startSandbox({
    port,
    secretKey,
    invoiceDraftSeconds,
    ...(dataDir && { dataDir }),
    ...(publicUrl && { publicUrl }),
  })
  process.stdout.write(`The sandbox for payments is at ${sandbox.url}\n`)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await sandbox.close()
    process.exit(0)
  }
  // Whoever started it holds the other end: when that process dies, however it dies, so does this one.
  if (SANDBOX_STOP_AT_EOF) process.stdin.on('end', stop).resume()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
