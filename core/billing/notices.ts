import type { SubscriptionPlanId } from '../plans/plan.ts'
import { isLive } from '../plans/subscription-status.ts'

/**
 * `trial-ending`: money will be charged for the first time. `payment-failed`: it could not be. `grace-ending`: the plan is
 * about to end for that. `access-ending`: the plan was cancelled and is about to end.
 */
export type NoticeKind = 'trial-ending' | 'payment-failed' | 'grace-ending' | 'access-ending'

/** A mail about a subscription. There is one for each key, ever. */
export interface Notice {
  kind: NoticeKind
  subscriptionId: string
  plan: SubscriptionPlanId
  /** When the trial, the grace period or the plan ends. */
  endsAt: Date
  /** Not to be sent earlier. */
  dueAt: Date
}

interface NoticedSubscription {
  id: string
  plan: SubscriptionPlanId
  /** `active` in the grace period. */
  status: string
  createdAt: Date
  periodEndsAt: Date | null
  cancelAtPeriodEnd: boolean
  graceEndsAt: Date | null
}

const dayMs = 86_400_000
/** Visa asks for a reminder 7 days before the charge (support.stripe.com/questions/2020-visa-trial-subscription-requirement-changes-guide). */
const longTrialLeadMs = 7 * dayMs
const leadMs = 3 * dayMs
const graceLeadMs = 2 * dayMs

const before = (time: Date, ms: number) => new Date(time.getTime() - ms)

/**
 * Rule M8: what is to be said of a subscription now and later. Asked when it is read and again before a mail is sent: what is
 * no longer in the list is no longer true.
 */
export function plannedNotices(subscription: NoticedSubscription, graceDays: number, now: Date): Notice[] {
  const { id, plan, status, createdAt, periodEndsAt, graceEndsAt, cancelAtPeriodEnd } = subscription
  const about = { subscriptionId: id, plan }
  // Past due without grace: a first debit that bounced, days after its buyer was told to wait. Nothing of it was ever given.
  const unpaidUntil = graceEndsAt ?? (status === 'past_due' ? createdAt : null)
  if (unpaidUntil) return unpaidNotices({ ...about, endsAt: unpaidUntil }, graceDays, now)
  if (!isLive(status) || !periodEndsAt || periodEndsAt <= now) return []
  const notice = { ...about, endsAt: periodEndsAt }
  if (cancelAtPeriodEnd) return [{ ...notice, kind: 'access-ending', dueAt: before(periodEndsAt, leadMs) }]
  if (status !== 'trialing') return []
  const isLong = periodEndsAt.getTime() - createdAt.getTime() > longTrialLeadMs
  return [{ ...notice, kind: 'trial-ending', dueAt: before(periodEndsAt, isLong ? longTrialLeadMs : leadMs) }]
}

/** In the last days of a grace period there is one mail, not two at once. A short one is said in the first mail. */
function unpaidNotices(about: Omit<Notice, 'kind' | 'dueAt'>, graceDays: number, now: Date): Notice[] {
  const { endsAt } = about
  const failed: Notice = { ...about, kind: 'payment-failed', dueAt: now }
  if (now >= endsAt || graceDays * dayMs < 2 * graceLeadMs) return [failed]
  const ending: Notice = { ...about, kind: 'grace-ending', dueAt: before(endsAt, graceLeadMs) }
  return now < ending.dueAt ? [failed, ending] : [ending]
}

export const noticeKey = ({ kind, subscriptionId, endsAt }: Notice): string =>
  `${kind}:${subscriptionId}:${Math.floor(endsAt.getTime() / 1_000)}`

/** Reminders of an end may be declined. What is about a charge may not: contract, card networks and law ask for it. */
export const isOptional = (kind: NoticeKind): boolean => kind === 'grace-ending' || kind === 'access-ending'

/** For one who keeps a plan that was given to them, nothing ends. */
export const isNoticeWanted = (
  kind: NoticeKind,
  { hasOptedOut, hasGrantedPlan }: { hasOptedOut: boolean; hasGrantedPlan: boolean },
): boolean => !isOptional(kind) || (!hasOptedOut && !hasGrantedPlan)
