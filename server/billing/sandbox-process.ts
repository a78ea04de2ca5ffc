import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ConfigurationError } from '../configuration-error.ts'

export interface SandboxProcess {
  url: Promise<string>
  stop(): void
}

/** Known to everybody, and worth nothing: the sandbox listens on this machine only and moves no money. */
export const sandboxKeys = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' }

/** Starts the stand-in for the payment service beside us. It ends with us. */
export function startSandbox(dataDir: string): SandboxProcess {
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
  const url = firstUrl(child.stdout)
  // Whoever awaits it is told; until then it is nobody's defect.
  url.catch(() => {})
  return { url, stop: () => void child.kill('SIGTERM') }
}

async function firstUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url) return url
  }
  throw new Error('The payment sandbox did not start.')
}
