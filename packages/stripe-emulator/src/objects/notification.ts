import { apiVersion, type Metadata } from './common.ts'
import { newId } from './new-id.ts'

export type StripeEvent = ReturnType<typeof newEvent>

export function newEvent(
  now: number,
  input: {
    type: string
    object: object
    previous: Record<string, unknown> | undefined
    request: { id: string | null; idempotency_key: string | null } | null
    pendingWebhooks: number
  },
) {
  return {
    id: newId('evt'),
    object: 'event' as const,
    api_version: apiVersion,
    created: now,
    data: { object: input.object, ...(input.previous && { previous_attributes: input.previous }) },
    livemode: false,
    pending_webhooks: input.pendingWebhooks,
    request: input.request ?? { id: null, idempotency_key: null },
    type: input.type,
  }
}

export type WebhookEndpoint = ReturnType<typeof newWebhookEndpoint>

export function newWebhookEndpoint(
  now: number,
  input: {
    url: string
    enabledEvents: string[]
    apiVersion: string | null
    description: string | null
    metadata: Metadata
  },
) {
  return {
    id: newId('we'),
    object: 'webhook_endpoint' as const,
    api_version: input.apiVersion,
    application: null,
    created: now,
    description: input.description,
    enabled_events: input.enabledEvents,
    livemode: false,
    metadata: input.metadata,
    status: 'enabled',
    url: input.url,
  }
}

export interface Attempt {
  atMs: number
  status: number | null
  error: string | null
  tookMs: number
}

/** One event on its way to one endpoint; kept until it was taken with a 2xx, and after that as the log. */
export interface Delivery {
  id: string
  event: string
  type: string
  endpoint: string
  state: 'pending' | 'dropped' | 'delivered' | 'given_up'
  attempts: Attempt[]
  /** Real time, not the moved clock's: the receiver has its own clock. */
  nextAttemptMs: number
}
