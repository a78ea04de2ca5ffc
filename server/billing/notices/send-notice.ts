import {
  isNoticeWanted,
  isOptional,
  type Notice,
  type NoticeKind,
  noticeKey,
} from '../../../core/billing/notices.ts'
import type { SubscriptionPlanId } from '../../../core/plans/plan.ts'
import type { PlanReader } from '../plan-store.ts'
import { hasCustomer } from '../store.ts'
import type { Amount } from '../stripe/payment-service.ts'
import { type SyncDeps, syncUser } from '../sync/sync-user.ts'
import { hasOptedOut, isNoticeSent, recordSent } from './notice-store.ts'

/** What the mail says. */
export interface NoticeContent {
  kind: NoticeKind
  key: string
  plan: SubscriptionPlanId
  endsAt: Date
  /** What will be charged, or is unpaid; null where nothing is. */
  amount: Amount | null
  /** Whether the plan is lost with it: not for one who was given a plan. */
  endsPlan: boolean
  isOptional: boolean
}

export interface NoticeDeps extends SyncDeps {
  readPlans: PlanReader
  mailNotice: (userId: string, content: NoticeContent) => Promise<boolean>
}

const maxReadings = 5

/**
 * Rule M8: each notice once, and only while it is true by what Stripe says now. It is recorded after the mail server has taken
 * it: a crash in between sends it again, under the same Message-ID.
 */
export async function sendNotice(deps: NoticeDeps, userId: string, key: string): Promise<void> {
  const { db, now } = deps
  if (await isNoticeSent(db, key)) return
  const planned = await readPlanned(deps, userId)
  const notice = planned.find((each) => noticeKey(each) === key)
  if (!notice || notice.dueAt > now()) return
  const { kind, plan, endsAt } = notice
  const hasGrantedPlan = (await deps.readPlans({ id: userId })).given.length > 0
  if (!isNoticeWanted(kind, { hasOptedOut: await hasOptedOut(db, userId), hasGrantedPlan })) return
  const amount = await readAmount(deps, notice)
  if (kind !== 'access-ending' && !amount) return
  const endsPlan = !hasGrantedPlan
  await deps.mailNotice(userId, { kind, key, plan, endsAt, amount, endsPlan, isOptional: isOptional(kind) })
  await recordSent(db, { key, userId })
}

/** A sync that another one has overtaken says nothing. */
async function readPlanned(deps: NoticeDeps, userId: string): Promise<Notice[]> {
  for (let tries = 0; tries < maxReadings; tries += 1) {
    const state = await syncUser(deps, userId)
    if (state) return state.notices
    if (!(await hasCustomer(deps.db, userId))) return []
  }
  throw new Error('Other syncs of this user were faster.')
}

function readAmount({ payments }: NoticeDeps, { kind, subscriptionId }: Notice): Promise<Amount | null> {
  if (kind === 'access-ending') return Promise.resolve(null)
  return kind === 'trial-ending'
    ? payments.readNextCharge(subscriptionId)
    : payments.readUnpaid(subscriptionId)
}
