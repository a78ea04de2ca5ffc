import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '../../core/integration/contract.ts'
import type { Drizzle } from '../db/database.ts'
import { listStates, versionedState } from './store.ts'
import type { WebhookEndpoint } from './webhooks/endpoint.ts'
import { enqueueEvent } from './webhooks/event-store.ts'

/** Sends what the product was told last once more: of one customer, or of all. Returns how many. */
export function resendState(
  db: Drizzle,
  endpoints: readonly WebhookEndpoint[],
  customerId: string | null,
): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await listStates(tx, customerId)
    for (const row of rows) {
      const data = versionedState(row)
      const event: WebhookEvent = { type: 'customer.state_changed', timestamp: data.updatedAt, data }
      const id = `msg_${randomUUID()}`
      const body = JSON.stringify(event)
      await enqueueEvent(tx, endpoints, { id, customerId: row.userId, version: row.version, body })
    }
    return rows.length
  })
}
