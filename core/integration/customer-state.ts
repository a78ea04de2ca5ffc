import { z } from 'zod'
import {
  isSubscriptionPlan,
  type PaidPlanId,
  type PlanId,
  planIds,
  type SubscriptionPlanId,
} from '../plans/plan.ts'
import { isLive } from '../plans/subscription-status.ts'

const moment = z.iso.datetime()

/** What the operator's product gets to know of a customer: in the API, in webhooks and in userinfo alike. */
export const CustomerState = z.strictObject({
  id: z.string(),
  externalId: z
    .string()
    .nullable()
    .describe('The id of this user in your product, if your product has told it.'),
  email: z.string(),
  plan: z.enum(planIds).describe('What the customer may use now.'),
  status: z
    .enum(['none', 'trialing', 'active', 'past_due', 'canceled', 'revoked'])
    .describe('past_due: the plan goes on until graceEndsAt. revoked: refunded or disputed.'),
  features: z
    .array(z.string())
    .describe('The slugs that the catalogue grants with this plan. Gate on these.'),
  trialEndsAt: moment.nullable(),
  periodEndsAt: moment.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  graceEndsAt: moment.nullable(),
  seat: z
    .strictObject({ offer: z.string(), number: z.int() })
    .nullable()
    .describe('The seat of a limited offer that was bought.'),
  livemode: z.boolean().describe('Whether real money is taken.'),
  version: z.int().describe('Grows by one with every change. Drop what is older than what you have.'),
  updatedAt: moment,
})
export type CustomerState = z.infer<typeof CustomerState>

/** What the state follows from. */
export interface CustomerSnapshot {
  id: string
  externalId: string | null
  email: string
  subscriptions: readonly {
    plan: PlanId
    status: string
    periodEndsAt: Date | null
    cancelAtPeriodEnd: boolean
    graceEndsAt: Date | null
    createdAt: Date
  }[]
  /** Plans that were given without a payment, and not taken back. */
  grants: readonly { plan: PaidPlanId; until: Date | null }[]
  /** When the last lifetime was refunded or disputed. */
  revokedAt: Date | null
  seat: CustomerState['seat']
  livemode: boolean
}

export type FeaturesByPlan = Readonly<Record<PlanId, readonly string[]>>
/** All but what counts the changes. */
export type UnversionedState = Omit<CustomerState, 'version' | 'updatedAt'>

type Entitled = Pick<
  CustomerState,
  'plan' | 'status' | 'trialEndsAt' | 'periodEndsAt' | 'cancelAtPeriodEnd' | 'graceEndsAt'
>

/** The best of what is paid and what is given; a payment before a gift of the same plan. */
export function customerState(
  snapshot: CustomerSnapshot,
  features: FeaturesByPlan,
  now: Date,
): UnversionedState {
  const entitled =
    paidPlan(snapshot, 'lifetime') ??
    grantedPlan(snapshot, 'lifetime', now) ??
    paidPlan(snapshot, 'yearly') ??
    grantedPlan(snapshot, 'yearly', now) ??
    paidPlan(snapshot, 'monthly') ??
    grantedPlan(snapshot, 'monthly', now) ??
    ({ ...noDates, plan: 'free', status: statusWithoutPlan(snapshot) } as const)
  const { id, externalId, email, seat, livemode } = snapshot
  return { id, externalId, email, ...entitled, features: [...features[entitled.plan]], seat, livemode }
}

const noDates = { trialEndsAt: null, periodEndsAt: null, cancelAtPeriodEnd: false, graceEndsAt: null }

function paidPlan({ subscriptions }: CustomerSnapshot, plan: PaidPlanId): Entitled | undefined {
  const row = subscriptions.find((subscription) => subscription.plan === plan && isLive(subscription.status))
  if (!row) return undefined
  const isTrial = row.status === 'trialing'
  const periodEndsAt = row.periodEndsAt?.toISOString() ?? null
  return {
    plan,
    status: isTrial ? 'trialing' : row.graceEndsAt ? 'past_due' : 'active',
    trialEndsAt: isTrial ? periodEndsAt : null,
    periodEndsAt,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    graceEndsAt: row.graceEndsAt?.toISOString() ?? null,
  }
}

function grantedPlan({ grants }: CustomerSnapshot, plan: PaidPlanId, now: Date): Entitled | undefined {
  const ends = grants
    .filter((grant) => grant.plan === plan && (grant.until === null || grant.until > now))
    .map(({ until }) => until?.getTime() ?? Number.POSITIVE_INFINITY)
  if (ends.length === 0) return undefined
  const end = Math.max(...ends)
  const isForGood = end === Number.POSITIVE_INFINITY
  return {
    ...noDates,
    plan,
    status: 'active',
    periodEndsAt: isForGood ? null : new Date(end).toISOString(),
    cancelAtPeriodEnd: !isForGood,
  }
}

/** The subscription that is charged again unless somebody cancels it. A grant does not. */
export const renewingPlan = (subscriptions: CustomerSnapshot['subscriptions']): SubscriptionPlanId | null =>
  subscriptions
    .filter(
      ({ status, cancelAtPeriodEnd }) => (isLive(status) || status === 'past_due') && !cancelAtPeriodEnd,
    )
    .map(({ plan }) => plan)
    .find(isSubscriptionPlan) ?? null

function statusWithoutPlan({ subscriptions, revokedAt }: CustomerSnapshot): CustomerState['status'] {
  if (subscriptions.some(({ status }) => status === 'past_due' || status === 'unpaid')) return 'past_due'
  const ended = subscriptions.filter(({ status }) => status === 'canceled')
  const isSince = ended.some(({ createdAt }) => revokedAt === null || createdAt > revokedAt)
  if (isSince) return 'canceled'
  return revokedAt === null ? 'none' : 'revoked'
}
