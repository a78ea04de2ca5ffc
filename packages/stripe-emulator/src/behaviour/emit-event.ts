import { newId } from '../objects/new-id.ts'
import { newEvent, type WebhookEndpoint } from '../objects/notification.ts'
import type { TableName, Tables } from '../store/tables.ts'
import { present } from './present.ts'
import type { Tx } from './tx.ts'

type Row = Tables[TableName]

/** Writes the event and its deliveries in the transaction of the change: neither can be lost without the other. */
export function emit(tx: Tx, type: string, row: Row, before?: Row) {
  const endpoints = tx.all('endpoints').filter((endpoint) => wants(endpoint, type))
  const object = present(tx, row)
  const event = newEvent(tx.nextEventAt(), {
    type,
    object,
    previous: before && changedFields(present(tx, before), object),
    request: tx.request,
    pendingWebhooks: endpoints.length,
  })
  tx.put('events', event)
  for (const endpoint of endpoints) {
    tx.put('deliveries', {
      id: newId('wd'),
      event: event.id,
      type,
      endpoint: endpoint.id,
      state: 'pending',
      attempts: [],
      nextAttemptMs: tx.realMs,
    })
  }
}

function wants(endpoint: WebhookEndpoint, type: string): boolean {
  if (endpoint.status !== 'enabled') return false
  return endpoint.enabled_events.some((enabled) => enabled === '*' || enabled === type)
}

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  return Object.fromEntries(changed.map((key) => [key, before[key] ?? null]))
}
