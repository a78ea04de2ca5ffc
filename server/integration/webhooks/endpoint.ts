import { createHash } from 'node:crypto'

export interface WebhookEndpoint {
  /** Follows from the URL, so that what waits survives a new secret. */
  id: string
  url: string
  secret: string
}

export const webhookEndpoint = ({ url, secret }: { url: string; secret: string }): WebhookEndpoint => ({
  id: createHash('sha256').update(url).digest('hex').slice(0, 12),
  url,
  secret,
})

/** Each endpoint has a kind of its own: one that is away does not delay another. */
export const jobKind = ({ id }: Pick<WebhookEndpoint, 'id'>): string => `webhook:${id}`
