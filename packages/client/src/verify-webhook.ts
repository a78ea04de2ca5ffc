import * as standardWebhooks from 'standardwebhooks'
import { isCustomerState, type WebhookEvent } from './customer-state.ts'

/** What a framework hands over that has no Request: the headers, and the body before it was parsed. */
export interface ReceivedWebhook {
  headers: Headers | Record<string, string | string[] | undefined>
  body: string | Uint8Array
}

/** Of our own, so that these types need none of Node. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/**
 * The event, if it was signed with one of the secrets (`whsec_…`) in the last five minutes; throws a
 * WebhookVerificationError otherwise: answer 400.
 */
export async function verifyWebhook(
  request: Request | ReceivedWebhook,
  secrets: string | readonly string[],
): Promise<WebhookEvent> {
  const isRequest = 'text' in request && typeof request.text === 'function'
  const body = isRequest ? await request.text() : asText((request as ReceivedWebhook).body)
  const headers = asRecord(request.headers)
  const candidates = typeof secrets === 'string' ? [secrets] : secrets
  if (candidates.length === 0) throw new TypeError('verifyWebhook: a secret is needed')
  let failure = ''
  for (const secret of candidates) {
    try {
      return asEvent(new standardWebhooks.Webhook(secret).verify(body, headers))
    } catch (error) {
      if (!(error instanceof standardWebhooks.WebhookVerificationError)) throw error
      failure ||= error.message
    }
  }
  throw new WebhookVerificationError(failure)
}

function asText(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  throw new TypeError(
    'verifyWebhook: body must be the text or bytes as they came, not what was parsed from them',
  )
}

function asRecord(headers: ReceivedWebhook['headers']): Record<string, string> {
  // Not every Headers is the global one.
  const isHeaders = (value: object): value is Headers => 'get' in value && typeof value.get === 'function'
  const entries = isHeaders(headers) ? [...headers] : Object.entries(headers)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function asEvent(body: unknown): WebhookEvent {
  const { type, timestamp, data } = (body ?? {}) as Partial<WebhookEvent>
  if (typeof type !== 'string' || typeof timestamp !== 'string' || !isCustomerState(data))
    throw new WebhookVerificationError('Signed, but not an event of Fairseat')
  return { type, timestamp, data }
}
