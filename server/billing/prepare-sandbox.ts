import type { Catalogue } from '../../core/plans/catalogue.ts'
import { sandboxKeys } from './sandbox-process.ts'
import { setUpStripe } from './stripe/account.ts'
import { connectStripe } from './stripe/gateway.ts'

interface SandboxSettings {
  /** Where it finds us. */
  webhookUrl: string
  catalogue: Catalogue
}

/** Waits for the stand-in for the payment service, and puts our prices and our webhook into it. */
export async function prepareSandbox(
  starting: Promise<string>,
  { webhookUrl, catalogue }: SandboxSettings,
): Promise<string> {
  const url = await starting
  const [registered] = await Promise.all([
    fetch(`${url}/_sandbox/webhook-endpoint`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: webhookUrl, secret: sandboxKeys.webhookSecret }),
    }),
    setUpStripe(connectStripe(sandboxKeys.secretKey, url), catalogue),
  ])
  if (!registered.ok) throw new Error(`The payment sandbox refused our webhook: ${await registered.text()}`)
  return url
}
