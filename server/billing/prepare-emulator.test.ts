import { openEmulator } from '@fairseat/stripe-emulator/testing'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { emulatorKeys } from './emulator-keys.ts'
import { prepareEmulator } from './prepare-emulator.ts'
import { usedEvents } from './stripe/account.ts'
import { connectStripe } from './stripe/connect-stripe.ts'

test('the emulator reports what Stripe is asked to report', async () => {
  const emulator = await openEmulator({ secretKey: emulatorKeys.secretKey })
  const webhookUrl = 'http://127.0.0.1:9/api/stripe/webhook'
  const catalogue = loadCatalogue('pricing.config.json')
  await prepareEmulator(Promise.resolve(emulator.url), { webhookUrl, catalogue })
  const { data } = await connectStripe(emulatorKeys.secretKey, emulator.url).webhookEndpoints.list()
  expect(data).toMatchObject([{ url: webhookUrl, enabled_events: usedEvents }])
  await emulator.close()
})
