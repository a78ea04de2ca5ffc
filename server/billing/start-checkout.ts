import { isEnded, isLive } from '../../core/billing/entitlement.ts'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import type { Drizzle } from '../db/database.ts'
import { AppError, type ErrorCode } from '../http/app-error.ts'
import {
  findCheckout,
  findCustomer,
  listCustomers,
  listSubscriptions,
  lockUser,
  saveCheckout,
  saveCustomer,
} from './store.ts'
import { type SyncParts, syncCustomer } from './sync-customer.ts'

export interface CheckoutParts extends SyncParts {
  db: Drizzle
  siteUrl: string
  trialDays: number
}

export interface Buyer {
  id: string
  email: string
}

/**
 * The address of the page to pay at. However often and wherever it is asked, a user has one payment page open, and none
 * where there is something to lose: who has a plan, or a payment under way, is refused or sent to the portal.
 */
export async function startCheckout(parts: CheckoutParts, user: Buyer, plan: PaidPlanId): Promise<string> {
  const outcome = await parts.db.transaction((tx) => decide(parts, tx, user, plan))
  if ('refused' in outcome) throw new AppError(outcome.refused)
  return outcome.url
}

/** With `refresh`, so that what was changed there is read anew. */
export const portalReturnUrl = (siteUrl: string): string => `${siteUrl}/account?refresh=1`

type Outcome = { url: string } | { refused: ErrorCode }

async function decide(parts: CheckoutParts, tx: Drizzle, user: Buyer, plan: PaidPlanId): Promise<Outcome> {
  const { payments, siteUrl } = parts
  await lockUser(tx, user.id)
  const customerId = await ensureCustomer(parts, tx, user)
  // Read before the sync: a payment that comes between the two is seen by the sync.
  const before = await findCheckout(tx, user.id)
  const open = before && (await payments.readCheckout(before.sessionId))
  // What we remember may be older than what was paid a second ago in another tab.
  await syncCustomer(parts, tx, customerId)

  const rows = await listSubscriptions(tx, user.id)
  if (rows.some((row) => row.plan === 'lifetime' && isLive(row.status))) return { refused: 'has-lifetime' }
  const running = rows.find((row) => row.plan === 'monthly' && !isEnded(row.status))
  const paymentFailed = running && (running.graceEndsAt !== null || !isLive(running.status))
  if (paymentFailed) return { url: await payments.openPortal(customerId, portalReturnUrl(siteUrl)) }
  if (running && plan === 'monthly') return { refused: 'has-monthly' }

  if (before && open?.status === 'processing') return { refused: 'payment-processing' }
  if (before && open?.status === 'open') {
    if (before.plan === plan && open.customerId === customerId) return { url: before.url }
    // Another plan, or a customer who is no more: that page must be shut before a second one exists.
    if (!(await payments.expireCheckout(before.sessionId))) return { refused: 'payment-processing' }
  }
  const hadTrial = rows.some((row) => row.hadTrial)
  // Should we die before this is written down, nobody has been given the address: that page stays unpaid.
  const session = await payments.openCheckout({
    userId: user.id,
    customerId,
    plan,
    trialDays: plan === 'monthly' && !hadTrial ? parts.trialDays : 0,
    successUrl: `${siteUrl}/welcome?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${siteUrl}/pricing`,
  })
  const { id: sessionId, url, expiresAt } = session
  await saveCheckout(tx, { userId: user.id, plan, sessionId, url, expiresAt })
  return { url }
}

/** One customer per user. One that was deleted at the payment service, or made with another key, is replaced. */
async function ensureCustomer({ payments }: CheckoutParts, tx: Drizzle, user: Buyer): Promise<string> {
  const known = await findCustomer(tx, user.id)
  if (known && (await payments.hasCustomer(known))) return known
  const customerId = await payments.createCustomer(
    user,
    `customer-${user.id}-${(await listCustomers(tx, user.id)).length}`,
  )
  await saveCustomer(tx, user.id, customerId)
  return customerId
}
