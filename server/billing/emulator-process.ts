import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ConfigurationError } from '../configuration-error.ts'
import { emulatorKeys } from './emulator-keys.ts'

export interface EmulatorProcess {
  url: Promise<string>
  stop(): void
}

/** How the emulator ends when its port is taken (packages/stripe-emulator/src/main.ts). */
const portTakenExitCode = 98

/** Starts the stand-in for the payment service beside us. It ends with us, and has the same port at each start. */
export function startEmulator(dataDir: string, port: number | undefined): EmulatorProcess {
  // Beside us in dist/ when built.
  const main = fileURLToPath(new URL('../emulator/main.js', import.meta.url))
  if (!existsSync(main)) {
    throw new ConfigurationError(
      `The payment emulator is missing from ${main}. Run \`npm run build\`, and copy the whole of dist/, or set STRIPE_SECRET_KEY.`,
    )
  }
  const folder = join(dataDir, 'stripe-emulator')
  // Its name in version 0.1.
  const former = join(dataDir, 'sandbox')
  if (existsSync(former) && !existsSync(folder)) renameSync(former, folder)
  const child = spawn(process.execPath, [main], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      EMULATOR_DATA_DIR: folder,
      EMULATOR_SECRET_KEY: emulatorKeys.secretKey,
      EMULATOR_STOP_AT_EOF: '1',
      ...(port && { EMULATOR_PORT: String(port) }),
    },
  })
  const url = firstUrl(child)
  // A rejection reaches the caller that awaits it; before that it must not count as unhandled.
  url.catch(() => {})
  return { url, stop: () => void child.kill('SIGTERM') }
}

async function firstUrl(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout ?? Readable.from([]) })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url) return url
  }
  const [exitCode] = await ended
  throw new ConfigurationError(
    exitCode === portTakenExitCode
      ? 'Stop what uses it, or set STRIPE_EMULATOR_PORT to a free port: payments that were begun and invoices then have no page any more.'
      : 'The payment emulator did not start.',
  )
}
