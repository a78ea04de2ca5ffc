import { createEventReceiver } from '../billing/webhooks/receive-event.ts'
import { ConfigurationError } from '../configuration-error.ts'
import { readEnvironment } from '../env.ts'
import { recordOperation } from '../operations/audit-log-store.ts'
import { explain } from './explain-error.ts'
import { openBilling } from './open-billing.ts'

/** Receives an event again, as if Stripe had sent it: the server then reads the current state from Stripe. Safe to repeat. */
export async function replayEvent(args: string[]): Promise<void> {
  const [id] = args
  if (!id) throw new ConfigurationError('Which event? Use `replay evt_…`.')
  const billing = await openBilling(readEnvironment())
  try {
    const event = await billing.payments.readEvent(id)
    const result = await createEventReceiver(billing)(event, { again: true })
    await recordOperation(billing.db, {
      actor: 'operator',
      operation: 'event.replay',
      input: { event: id },
      result,
    })
    console.log(`${id} ${result}`)
  } catch (error) {
    process.exitCode = 1
    console.log(`${id} failed: ${explain(error)}`)
  } finally {
    await billing.close()
  }
}
