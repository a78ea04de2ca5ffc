/** What Fairseat says of a customer: the same in the API, in webhooks and in userinfo. */
export interface CustomerState {
  /** The customer's id at Fairseat; in an id token it is `sub`. */
  id: string
  /** The id that this user has in your product, if your product has told it. */
  externalId: string | null
  email: string
  /** What the customer may use now. To show; gate on `features`. */
  plan: 'free' | 'monthly' | 'yearly' | 'lifetime'
  /** past_due: the plan goes on until `graceEndsAt`. revoked: refunded or disputed. */
  status: 'none' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'revoked'
  /** The slugs that the catalogue grants with this plan. */
  features: string[]
  trialEndsAt: string | null
  periodEndsAt: string | null
  cancelAtPeriodEnd: boolean
  graceEndsAt: string | null
  /** The seat of a limited offer that was bought. */
  seat: { offer: string; number: number } | null
  /** Whether real money is taken. */
  livemode: boolean
  /** Grows by one with every change. */
  version: number
  updatedAt: string
}

/** The body of a webhook. After `customer.deleted` the customer is gone, and `data` is on free. */
export interface WebhookEvent {
  type: 'customer.state_changed' | 'customer.deleted'
  timestamp: string
  data: CustomerState
}

/** Enough to gate on, from whatever sent it. */
export function isCustomerState(value: unknown): value is CustomerState {
  if (typeof value !== 'object' || value === null) return false
  const { id, features, version, updatedAt } = value as Partial<Record<keyof CustomerState, unknown>>
  return (
    typeof id === 'string' &&
    Array.isArray(features) &&
    features.every((feature) => typeof feature === 'string') &&
    Number.isInteger(version) &&
    typeof updatedAt === 'string'
  )
}
