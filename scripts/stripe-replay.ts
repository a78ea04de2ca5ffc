import { listFailedEvents } from '../server/billing/event-store.ts'
import { handleEvent } from '../server/billing/handle-event.ts'
import { readEnvironment } from '../server/env.ts'
import { openBilling } from './open-billing.ts'

// Handles an event again, or with --failed all that failed. Safe to repeat: the state is read anew from Stripe.
const [what] = process.argv.slice(2)
if (!what) {
  console.error('Which event? npm run stripe:replay -- evt_… or --failed')
  process.exit(1)
}
const billing = await openBilling(readEnvironment())
try {
  const ids = what === '--failed' ? (await listFailedEvents(billing.db)).map(({ id }) => id) : [what]
  for (const id of ids) {
    const outcome = await handleEvent(billing, await billing.payments.readEvent(id)).catch(
      (error: Error) => `failed: ${error.message}`,
    )
    if (outcome.startsWith('failed')) process.exitCode = 1
    console.log(`${id} ${outcome}`)
  }
  if (ids.length === 0) console.log('No event has failed.')
} finally {
  await billing.close()
}
