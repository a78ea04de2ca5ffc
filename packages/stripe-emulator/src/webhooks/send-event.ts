import type { Attempt } from '../objects/notification.ts'
import { signPayload } from './sign-payload.ts'

interface Sending {
  url: string
  secret: string
  body: string
  timeoutMs: number
  realMs: () => number
  stopped: AbortSignal
}

/** One try. The time in the signature is the real one: the receiver compares it with its own clock. */
export async function sendEvent(sending: Sending): Promise<Attempt> {
  const { url, secret, body, realMs } = sending
  const atMs = realMs()
  const done = (status: number | null, error: string | null): Attempt => ({
    atMs,
    status,
    error,
    tookMs: realMs() - atMs,
  })
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(sending.timeoutMs), sending.stopped]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signPayload(body, secret, atMs),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
    })
    await response.arrayBuffer()
    return done(response.status, null)
  } catch (error) {
    return done(null, error instanceof Error ? String(error.cause ?? error.message) : String(error))
  }
}

export function isTaken({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300
}
