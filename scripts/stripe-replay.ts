import { listFailedEvents } from '../server/billing/event-store.ts'
import { handleEvent } from '../server/billing/handle-event.ts'
import { ConfigurationError } from '../server/configuration-error.ts'
import { readEnvironment } from '../server/env.ts'
import { openBilling } from './open-billing.ts'
import { explain, runCommand } from './run-command.ts'

// Handles an event again, or with --failed all that failed. Safe to repeat: the state is read anew from Stripe.
await runCommand(async () => {
  const [what] = process.argv.slice(2)
  if (!what) throw new ConfigurationError('Which event? npm run stripe:replay -- evt_… or --failed')
  const billing = await openBilling(readEnvironment())
  try {
    const ids = what === '--failed' ? (await listFailedEvents(billing.db)).map(({ id }) => id) : [what]
    for (const id of ids) {
      const outcome = await replay(billing, id).catch((error) => `failed: ${explain(error)}`)
      if (outcome.startsWith('failed')) process.exitCode = 1
      console.log(`${id} ${outcome}`)
    }
    if (ids.length === 0) console.log('No event has failed.')
  } finally {
    await billing.close()
  }
})

async function replay(billing: Awaited<ReturnType<typeof openBilling>>, id: string): Promise<string> {
  return handleEvent(billing, await billing.payments.readEvent(id))
}
