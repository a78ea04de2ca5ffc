import { receiveEvent } from '../server/billing/webhooks/receive-event.ts'
import { ConfigurationError } from '../server/configuration-error.ts'
import { readEnvironment } from '../server/env.ts'
import { openBilling } from './open-billing.ts'
import { explain, runCommand } from './run-command.ts'

// Receives an event again, as if Stripe had sent it: the server then reads the state anew from Stripe. Safe to repeat.
await runCommand(async () => {
  const [id] = process.argv.slice(2)
  if (!id) throw new ConfigurationError('Which event? npm run stripe:replay -- evt_…')
  const billing = await openBilling(readEnvironment())
  try {
    console.log(`${id} ${await receiveEvent(billing, await billing.payments.readEvent(id), { again: true })}`)
  } catch (error) {
    process.exitCode = 1
    console.log(`${id} failed: ${explain(error)}`)
  } finally {
    await billing.close()
  }
})
