import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { emulatorKeys } from './emulator-keys.ts'
import { setUpStripe, usedEvents } from './stripe/account.ts'
import { connectStripe } from './stripe/connect-stripe.ts'

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
  await Promise.all([
    registerWebhook(url, webhookUrl),
    setUpStripe(connectStripe(emulatorKeys.secretKey, url), catalogue),
  ])
  return url
}

/** Not by `fetch`: a first call of it compiles WebAssembly, which costs a tenth of a start's memory. */
async function registerWebhook(emulatorUrl: string, webhookUrl: string): Promise<void> {
  const endpoint = { url: webhookUrl, secret: emulatorKeys.webhookSecret, enabledEvents: usedEvents }
  const call = request(`${emulatorUrl}/_emulator/webhook-endpoint`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  }).end(JSON.stringify(endpoint))
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const answer = await text(response)
  if (response.statusCode !== 200) throw new Error(`The payment emulator refused our webhook: ${answer}`)
}
