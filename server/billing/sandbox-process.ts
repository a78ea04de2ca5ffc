import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { ConfigurationError } from '../configuration-error.ts'
import { setUpStripe } from './stripe/account.ts'
import { connectStripe } from './stripe/gateway.ts'

export interface SandboxProcess {
  url: string
  stop(): void
}

/** Known to everybody, and worth nothing: the sandbox listens on this machine only and moves no money. */
export const sandboxKeys = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' }

interface SandboxSettings {
  dataDir: string
  /** Where it finds us. */
  webhookUrl: string
  catalogue: Catalogue
}

/** Starts the stand-in for the payment service beside us, with our prices and our webhook in it. */
export async function startSandboxProcess({
  dataDir,
  webhookUrl,
  catalogue,
}: SandboxSettings): Promise<SandboxProcess> {
  // Beside us in dist/ when built.
  const main = fileURLToPath(new URL('../sandbox/main.js', import.meta.url))
  if (!existsSync(main)) {
    throw new ConfigurationError(
      `The payment sandbox is missing from ${main}. Run \`npm run build\`, and copy the whole of dist/, or set STRIPE_SECRET_KEY.`,
    )
  }
  const child = spawn(process.execPath, [main], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
      SANDBOX_SECRET_KEY: sandboxKeys.secretKey,
      SANDBOX_STOP_AT_EOF: '1',
    },
  })
  const stop = () => void child.kill('SIGTERM')
  const url = await firstUrl(child.stdout)
  await setUpStripe(connectStripe(sandboxKeys.secretKey, url), catalogue)
  const registered = await fetch(`${url}/_sandbox/webhook-endpoint`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: webhookUrl, secret: sandboxKeys.webhookSecret }),
  })
  if (!registered.ok) throw new Error(`The payment sandbox refused our webhook: ${await registered.text()}`)
  return { url, stop }
}

async function firstUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url) return url
  }
  throw new Error('The payment sandbox did not start.')
}
