import type { Catalogue } from '../../core/plans/catalogue.ts'
import { emulatorKeys } from './emulator-process.ts'
import { setUpStripe } from './stripe/account.ts'
import { connectStripe } from './stripe/gateway.ts'

interface EmulatorSettings {
  /** Where it finds us. */
  webhookUrl: string
  catalogue: Catalogue
}

/** Waits for the stand-in for the payment service, and puts our prices and our webhook into it. */
export async function prepareEmulator(
  starting: Promise<string>,
  { webhookUrl, catalogue }: EmulatorSettings,
): Promise<string> {
  const url = await starting
  const [registered] = await Promise.all([
    fetch(`${url}/_emulator/webhook-endpoint`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: webhookUrl, secret: emulatorKeys.webhookSecret }),
    }),
    setUpStripe(connectStripe(emulatorKeys.secretKey, url), catalogue),
  ])
  if (!registered.ok) throw new Error(`The payment emulator refused our webhook: ${await registered.text()}`)
  return url
}
