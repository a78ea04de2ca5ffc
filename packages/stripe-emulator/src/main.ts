#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { PortTakenError } from './listen.ts'
import { startEmulator } from './start-emulator.ts'

// The emulator as a process of its own: `node dist/emulator/main.js`, once it is built. Every setting can also be
// given as an option, `--port 4242` instead of EMULATOR_PORT=4242.

/** The shop that starts this names its own setting then. */
const portTakenExitCode = 98

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'data-dir': { type: 'string' },
    'secret-key': { type: 'string' },
    'public-url': { type: 'string' },
    'draft-seconds': { type: 'string' },
  },
})
const { EMULATOR_PORT, EMULATOR_DATA_DIR, EMULATOR_SECRET_KEY, EMULATOR_PUBLIC_URL } = process.env
const { EMULATOR_DRAFT_SECONDS, EMULATOR_STOP_AT_EOF } = process.env
const port = Number(values.port ?? EMULATOR_PORT ?? 0)
const dataDir = values['data-dir'] ?? EMULATOR_DATA_DIR
const secretKey = values['secret-key'] ?? EMULATOR_SECRET_KEY ?? 'sk_test_emulator'
const publicUrl = values['public-url'] ?? EMULATOR_PUBLIC_URL
const invoiceDraftSeconds = Number(values['draft-seconds'] ?? EMULATOR_DRAFT_SECONDS ?? 3_600)

try {
  if (!secretKey.startsWith('sk_test_')) throw new Error('EMULATOR_SECRET_KEY has to begin with sk_test_.')
  if (!(invoiceDraftSeconds >= 0))
    throw new Error('EMULATOR_DRAFT_SECONDS has to be a number of seconds, 0 or more.')
  const emulator = await startEmulator({
    port,
    secretKey,
    invoiceDraftSeconds,
    ...(dataDir && { dataDir }),
    ...(publicUrl && { publicUrl }),
  })
  process.stdout.write(`The emulator for payments is at ${emulator.url}\n`)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await emulator.close()
    process.exit(0)
  }
  // Whoever started it holds the other end: when that process dies, however it dies, so does this one.
  if (EMULATOR_STOP_AT_EOF) process.stdin.on('end', stop).resume()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(error instanceof PortTakenError ? portTakenExitCode : 1)
}
