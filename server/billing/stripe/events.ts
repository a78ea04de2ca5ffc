import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { readWebhookSignature } from '../../../core/billing/webhook-signature.ts'
import { equalInConstantTime } from '../../equal-in-constant-time.ts'
import { AppError } from '../../errors.ts'
import { idOf, toDate } from './fields.ts'
import type { PaymentEvent } from './payment-service.ts'
import { isLostRefund } from './refunds.ts'

/** The signature covers the bytes as they came. Nothing of them is parsed before it fits. */
export function verifySignature(
  rawBody: Uint8Array,
  header: string,
  secrets: string[],
  nowMs: number,
): Stripe.Event {
  const signature = readWebhookSignature(header, nowMs)
  const isSigned = (secret: string) => {
    const ours = createHmac('sha256', secret).update(`${signature?.signedAt}.`).update(rawBody).digest()
    return signature?.signatures.some((given) => equalInConstantTime(Buffer.from(given, 'hex'), ours))
  }
  if (!signature || !secrets.some(isSigned)) throw new AppError('webhook-forged')
  const event = JSON.parse(new TextDecoder().decode(rawBody))
  // Other events of Stripe, without the object that they are about, are for endpoints of another kind.
  if (event.object !== 'event') throw new AppError('webhook-forged')
  return event
}

type Reference = string | { id: string } | null

interface SubscriptionDetails {
  subscription_details?: { metadata: Stripe.Metadata | null } | null
}

/** Of an event only who it is about is used: what it says of their state may be out of date. */
export function paymentEvent(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as {
    object?: string
    id?: string
    customer?: Reference
    payment_intent?: Reference
    metadata?: Stripe.Metadata | null
    parent?: SubscriptionDetails | null
    /** Events that are fetched have the form of the account's version: before `parent` came, that of 2025-03-31. */
    subscription_details?: SubscriptionDetails['subscription_details']
    status?: string
    failure_reason?: string
    amount?: number
  }
  const customerId = object.object === 'customer' ? (object.id ?? null) : idOf(object.customer)
  return {
    id: event.id,
    type: event.type,
    createdAt: toDate(event.created),
    customerId,
    paymentId: idOf(object.payment_intent),
    // An invoice has a copy of its subscription's metadata.
    userId:
      object.metadata?.userId ?? (object.parent ?? object).subscription_details?.metadata?.userId ?? null,
    failedRefund:
      object.object === 'refund' && isLostRefund(object) && object.metadata?.fairseat
        ? { key: object.metadata.fairseat, amountMinor: object.amount ?? 0 }
        : null,
  }
}
