import { Webhook } from 'standardwebhooks'
import type { Drizzle } from '../../db/database.ts'
import { createJobs, type JobHandlers, type Jobs } from '../../jobs/create-jobs.ts'
import type { Log } from '../../log.ts'
import { jobKind, type WebhookEndpoint } from './endpoint.ts'
import { createEventReader, createEventRemover, type EventRow } from './event-store.ts'

const responseTimeoutMs = 10_000
const readBytes = 16_384
/** At once per endpoint: one that is slow must not be flooded, and one that is fast gets hundreds in a second. */
const parallel = 32
/** What a server that died was sending is sent again by another after so long. */
const leaseMs = 15_000
/** An endpoint that refuses one event for so long may still take the next, which may be a refund. */
const blocksMs = 3_600_000
/** With the delays of the queue, which grow to an hour: three days. */
const maxAttempts = 83

interface DeliveryDeps {
  db: Drizzle
  now: () => Date
  log: Log
}

/** One worker for each endpoint. Several processes may run them: a customer's events are sent by one at a time. */
export const createDeliveries = (deps: DeliveryDeps, endpoints: readonly WebhookEndpoint[]): Jobs[] =>
  endpoints.map((endpoint) => {
    const readEvents = createEventReader(deps.db, endpoint.id)
    const removeEvent = createEventRemover(deps.db)

    /** In the order of the versions. The first that is not taken stops the later ones, for an hour if it is refused. */
    async function deliverAll(customerId: string, isOurs: () => boolean): Promise<void> {
      let refusal: string | null = null
      for (const event of await readEvents(customerId)) {
        // Another process may have sent it, and later ones, in the meantime.
        if (!isOurs()) throw new Error('The process stood still for too long.')
        const now = deps.now()
        const refused = await send(endpoint, event, now)
        if (refused === null) await removeEvent(event.id)
        else if (now.getTime() - event.createdAt.getTime() < blocksMs) throw new Error(refused)
        refusal ??= refused
      }
      if (refusal) throw new Error(refusal)
    }
    const handlers: JobHandlers = {
      [jobKind(endpoint)]: { maxAttempts, run: ({ key, isOurs }) => deliverAll(key, isOurs) },
    }
    return createJobs({ ...deps, maxParallel: parallel, leaseMs, handlers })
  })

/**
 * Standard Webhooks. Anything but 2xx within ten seconds counts as not delivered; redirects are not followed. Returns how it
 * was refused; throws when there was no response. `sentAt` is the time by the database: receivers refuse a wrong one.
 */
async function send(
  { url, secret }: WebhookEndpoint,
  { messageId, body }: EventRow,
  sentAt: Date,
): Promise<string | null> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Fairseat',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
      // Two while one secret replaces the other: the receiver takes either.
      'webhook-signature': secret
        .split(',')
        .map((each) => new Webhook(each).sign(messageId, sentAt, body))
        .join(' '),
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  // The status decides, whatever becomes of the body.
  void discardBody(response).catch(() => {})
  return response.ok ? null : `${new URL(url).origin} answered ${response.status}`
}

/** Read to its end if it is short, so that the connection can be used again. */
async function discardBody({ body }: Response): Promise<void> {
  const reader = body?.getReader()
  if (!reader) return
  for (let bytes = 0; bytes < readBytes; ) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.byteLength
  }
  await reader.cancel()
}
