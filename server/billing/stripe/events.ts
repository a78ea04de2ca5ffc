import type Stripe from 'stripe'
import { AppError } from '../../errors.ts'
import { idOf, toDate } from './fields.ts'
import type { PaymentEvent } from './payment-service.ts'
import { isLostRefund } from './refunds.ts'

const signatureToleranceSeconds = 300

export function verifySignature(
  stripe: Stripe,
  rawBody: string,
  signature: string,
  secrets: string[],
  nowMs: number,
): Stripe.Event {
  let cause: unknown
  for (const secret of secrets) {
    try {
      const event = stripe.webhooks.constructEvent(
        rawBody,
        signature,
        secret,
        signatureToleranceSeconds,
        undefined,
        nowMs,
      )
      // The SDK refuses only old timestamps; one from the future could be replayed for as long as it likes.
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
      if (signedAt > nowMs / 1_000 + signatureToleranceSeconds) throw new Error('signed in the future')
      return event
    } catch (error) {
      cause = error
    }
  }
  throw new AppError('webhook-forged', { cause })
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
