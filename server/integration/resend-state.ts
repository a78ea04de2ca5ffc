import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '../../core/integration/contract.ts'
import type { Drizzle } from '../db/database.ts'
import { listStates, raiseVersions, versionedState } from './store.ts'
import type { WebhookEndpoint } from './webhooks/endpoint.ts'
import { enqueueEvent } from './webhooks/event-store.ts'

/** Sends what the product was told last once more: of one customer, or of all. Returns how many. */
export const resendState = (
  db: Drizzle,
  endpoints: readonly WebhookEndpoint[],
  customerId: string | null,
): Promise<number> => db.transaction((tx) => enqueueStates(tx, endpoints, customerId))

/**
 * After a restored backup the product knows versions that we count again for other states, and would not take those. From
 * here on all are higher than any that it has seen, unless somebody changed this often since the backup.
 */
export const resendRestored = (db: Drizzle, endpoints: readonly WebhookEndpoint[]): Promise<number> =>
  db.transaction(async (tx) => {
    await raiseVersions(tx, 1_000)
    return enqueueStates(tx, endpoints, null)
  })

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
