import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '../../core/integration/contract.ts'
import { ConfigurationError } from '../configuration-error.ts'
import type { Drizzle } from '../db/database.ts'
import { countUndone } from '../jobs/store.ts'
import { initialState, type StateDeps } from './record-state.ts'
import { insertState, listStates, listUnrecorded, raiseVersions, versionedState } from './store.ts'
import type { WebhookEndpoint } from './webhooks/endpoint.ts'
import { enqueueEvent } from './webhooks/event-store.ts'

/** Sends what the product was told last once more: of one customer, or of all. Returns how many. */
export const resendState = (
  db: Drizzle,
  endpoints: readonly WebhookEndpoint[],
  customerId: string | null,
): Promise<number> => db.transaction((tx) => enqueueStates(tx, endpoints, customerId))

/** More than anybody's state changes between a backup and its restore. */
const raisedBy = 1_000

/**
 * After a restored backup the product knows versions that we count again for other states, and would not take those. From
 * here on all are higher than any that it has seen, also of whoever bought for the first time after the backup.
 */
export async function resendRestored(
  db: Drizzle,
  endpoints: readonly WebhookEndpoint[],
  deps: Pick<StateDeps, 'features' | 'livemode'>,
): Promise<number> {
  const unsynced = await countUndone(db, 'sync')
  if (unsynced > 0)
    throw new ConfigurationError(
      `Customers who have yet to be compared with Stripe: ${unsynced}. The product would be told what they had when the backup was made. Start the server, wait until \`jobs\` shows nothing waiting, then try again.`,
    )
  return db.transaction(async (tx) => {
    for (const { id, email } of await listUnrecorded(tx)) {
      const state = initialState(deps, { id, email, externalId: null })
      await insertState(tx, id, { state, version: 0, updatedAt: new Date() })
    }
    await raiseVersions(tx, raisedBy)
    return enqueueStates(tx, endpoints, null)
  })
}

async function enqueueStates(tx: Drizzle, endpoints: readonly WebhookEndpoint[], customerId: string | null) {
  const rows = await listStates(tx, customerId)
  for (const row of rows) {
    const data = versionedState(row)
    const event: WebhookEvent = { type: 'customer.state_changed', timestamp: data.updatedAt, data }
    const messageId = `msg_${randomUUID()}`
    const body = JSON.stringify(event)
    await enqueueEvent(tx, endpoints, { messageId, customerId: row.userId, version: row.version, body })
  }
  return rows.length
}
