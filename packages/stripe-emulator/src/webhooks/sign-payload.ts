import { createHmac } from 'node:crypto'

/** The header `Stripe-Signature`: HMAC-SHA256 over the time and the raw body. */
export function signPayload(body: string, secret: string, realMs: number): string {
  const time = Math.floor(realMs / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}
