import { randomUUID } from 'node:crypto'
import { type PaymentPage, seatBusyCode } from '../../../core/billing/contract.ts'
import {
  type CheckoutSnapshot,
  checkoutCurrency,
  decideCheckout,
} from '../../../core/billing/decide-checkout.ts'
import { takenBackIn } from '../../../core/billing/entitlement.ts'
import type { SiteLanguage } from '../../../core/messages/site-languages.ts'
import { chosenPlanMs } from '../../../core/plans/chosen-plan.ts'
import type { PaidPlanId } from '../../../core/plans/plan.ts'
import type { PriceKey } from '../../../core/plans/plan-card.ts'
import { isEnded, isLive } from '../../../core/plans/subscription-status.ts'
import type { HoldNetwork, HoldRefusal, SeatHold } from '../../../core/seats/seat-hold.ts'
import type { Drizzle } from '../../db/database.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import type { BillingDeps } from '../deps.ts'
import type { PlanReader, Plans } from '../plan-store.ts'
import { findCustomer, lockUser, retireCustomer, saveCustomer } from '../store.ts'
import {
  areRowsRight,
  findReport,
  type ListedCheckoutSessions,
  listUserCheckoutSessions,
} from '../sync/listed-checkout-sessions.ts'
import { syncUser } from '../sync/sync-user.ts'
import { type AttemptRow, findAttempt, isSameAttempt, saveAttempt } from './attempt-store.ts'
import type { CheckoutReader } from './checkout-store.ts'
import { createCheckoutSession } from './create-checkout-session.ts'
import type { CrowdQueue } from './crowd-queue.ts'
import type { HoldSeat } from './hold-seat.ts'
import { isFresh, releaseHold } from './release-hold.ts'

export interface CheckoutDeps extends BillingDeps {
  /** True for the first call with this key within a day. */
  isFirst: (key: string) => Promise<boolean>
  holdSeat: HoldSeat
  crowdQueue: CrowdQueue
  readPlans: PlanReader
  readCheckout: CheckoutReader
}

export interface Buyer {
  id: string
  email: string
}

/** A price that was shown is at most this old: two minutes on the page, and as long as the plan is remembered while its visitor signs in. */
const staleMs = 120_000 + chosenPlanMs
const maxSteps = 20
/** How long a buyer may have to wait after Stripe has failed to create the customer. */
const keyRenewalMs = 60_000

/** Where to pay, or to put a payment right. What it does is decided by `decideCheckout`, step by step. */
export async function startCheckout(deps: CheckoutDeps, click: CheckoutClick): Promise<PaymentPage> {
  const { user, plan, network } = click
  if (plan === 'lifetime') deps.crowdQueue.recordClick()
  const seat: Seat =
    plan === 'lifetime' ? await takeSeat(deps, user, network) : { priceKey: plan, hold: null }
  try {
    await waitForTurn(deps, user, seat)
    const url = await runSteps(deps, { ...click, seat })
    await releaseUnusedHold(deps, user.id)
    return url
  } catch (error) {
    // After an error that can be retried the seat is kept.
    if (error instanceof AppError && [400, 409].includes(error.status)) await releaseUnusedHold(deps, user.id)
    throw error
  }
}

interface Seat {
  priceKey: PriceKey
  /** Null when none is needed. */
  hold: SeatHold | null
}

const refusalCodes = {
  'user-abandoned': 'buyer-paused',
  'network-abandoned': 'network-paused',
  'network-busy': seatBusyCode,
  'network-awaiting': 'network-awaiting',
  'newcomers-full': 'newcomers-full',
} as const satisfies Record<HoldRefusal, ErrorCode>

/** Rule L2: the seat is held before the payment. Only the database decides; a refusal costs no call to Stripe. */
async function takeSeat(deps: CheckoutDeps, user: Buyer, network: HoldNetwork | null): Promise<Seat> {
  const result = await deps.holdSeat(user.id, network)
  if (result.outcome === 'refused') {
    deps.wakeJobs?.()
    const retryAfterSeconds = Math.ceil(result.retryAfterMs / 1_000)
    return refuseSeat(deps, user, { code: refusalCodes[result.refusal], retryAfterSeconds })
  }
  if (result.outcome === 'none-free') return refuseSeat(deps, user, { code: 'seats-held' })
  if (result.outcome === 'deal') return { priceKey: 'lifetime', hold: result.hold }
  // The page may still show the deal: the buyer is not sent to a higher price unannounced.
  const justClosed = deps.now().getTime() - result.closedAt.getTime() < staleMs
  if (justClosed && (await deps.isFirst(`told-later-price:${user.id}`))) throw new AppError('price-changed')
  return { priceKey: 'lifetimeLater', hold: null }
}

/** Whoever has a payment page already gets its address at once. */
async function waitForTurn(
  { db, seats, crowdQueue }: CheckoutDeps,
  user: Buyer,
  { hold }: Seat,
): Promise<void> {
  if (!hold || hold.checkoutSessionId) return
  const hasWaited = await crowdQueue.myTurn()
  // Another plan may have been chosen meanwhile, or the account deleted.
  if (hasWaited && (await seats.find(db, user.id))?.id !== hold.id) throw new AppError('checkout-replaced')
}

/** After these it may take long until a seat is free. */
const longRefusals: ErrorCode[] = [
  'seats-held',
  'newcomers-full',
  'network-awaiting',
  'network-paused',
  'buyer-paused',
]

async function refuseSeat(
  deps: CheckoutDeps,
  user: Buyer,
  { code, retryAfterSeconds }: { code: ErrorCode; retryAfterSeconds?: number },
): Promise<never> {
  const plans = await deps.readPlans({ id: user.id })
  const gifts = lastingGifts(plans)
  const isOwner = plans.bought.some(({ plan, status }) => plan === 'lifetime' && isLive(status))
  if (isOwner || gifts.includes('lifetime')) return refuse('has-lifetime')
  const hasMonths = plans.bought.some(({ plan, status }) => plan !== 'lifetime' && !isEnded(status))
  const canStartMonthly = longRefusals.includes(code) && !hasMonths && gifts.length === 0
  throw new AppError(code, { canStartMonthly, ...(retryAfterSeconds && { retryAfterSeconds }) })
}

/** Plans that were given for good: what ends again does not keep anybody from buying. */
const lastingGifts = ({ given }: Plans): PaidPlanId[] =>
  given.filter(({ isForGood }) => isForGood).map(({ plan }) => plan)

/** A click on the button of a plan. */
export interface CheckoutClick {
  user: Buyer
  plan: PaidPlanId
  /** That the page shows. */
  currency: string
  network: HoldNetwork | null
  /** Of the page that it is started from. */
  site: SiteLanguage
}

interface Order extends CheckoutClick {
  seat: Seat
}

/** With `refresh`, so that changes made in the portal are read. */
export const portalReturnUrl = (siteUrl: string, { prefix }: SiteLanguage): string =>
  `${siteUrl}${prefix}/account?refresh=1`

/** What was learnt about the current attempt; it is void as soon as the attempt is another. */
interface Learnt {
  attempt: AttemptRow | null
  status: NonNullable<CheckoutSnapshot['attempt']>['status']
  /** All Checkout Sessions of the user. */
  listed?: ListedCheckoutSessions
  isSynced: boolean
}

async function runSteps(deps: CheckoutDeps, order: Order): Promise<PaymentPage> {
  const { db, payments } = deps
  const { user, plan } = order
  let seat = order.seat
  let learnt: Learnt | undefined
  let isReplaced = false
  let takenBack: string[] = []
  const plans = await deps.readPlans(user)
  const granted = lastingGifts(plans)
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const { attempt, hold, customerId, retiredCustomers, subscriptions } = await deps.readCheckout(user.id)
    if (!learnt || !isSameAttempt(learnt.attempt, attempt)) {
      // A closed one that was removed leaves nothing behind that could have been paid since the sync.
      const isSynced = attempt === null && learnt?.status === 'closed' && learnt.isSynced
      learnt = { attempt, status: attempt?.checkoutSessionId ? 'unknown' : 'not-created', isSynced }
    }
    const price = (await payments.prices())[seat.priceKey]
    const sold = Object.keys(price?.amountsMinor ?? {})
    const currency = checkoutCurrency(order.currency, subscriptions, sold)
    const amountMinor = price?.amountsMinor[currency]
    if (!price || amountMinor === undefined) return refuse('bad-plan')
    const checkoutPrice = { stripePriceId: price.stripePriceId, amountMinor, currency }
    const hadTrial = plans.hadTrial || subscriptions.some((row) => row.hadTrial)
    const trialDays = plan === 'lifetime' || hadTrial ? 0 : deps.trialDays
    const step = decideCheckout({
      plan,
      checkoutPrice,
      trialDays,
      subscriptions,
      granted,
      isListed: learnt.listed !== undefined,
      isSynced: learnt.isSynced,
      takenBack,
      customerId,
      needsSeat: seat.hold !== null,
      hold: hold && { id: hold.id, isFresh: isFresh(hold, deps.now()) },
      attempt: attempt && {
        plan: attempt.plan,
        stripePriceId: attempt.stripePriceId ?? '',
        amountMinor: attempt.amountMinor ?? 0,
        currency: attempt.currency ?? currency,
        customerId: attempt.customerId ?? '',
        holdId: attempt.holdId,
        trialDays: attempt.trialDays,
        status: learnt.status,
      },
    })
    switch (step.do) {
      case 'list-checkout-sessions': {
        const customerIds = customerId ? [customerId, ...retiredCustomers] : retiredCustomers
        const listed = await listUserCheckoutSessions(deps, user.id, customerIds)
        const report = attempt?.checkoutSessionId
          ? await findReport(deps, listed, attempt.checkoutSessionId)
          : null
        if (report?.isCustomerDeleted) await retireCustomer(db, attempt?.customerId ?? '')
        // Before an attempt is stored, everything that its customer has bought has been read.
        const wasReadBefore = attempt?.customerId === customerId && customerIds.length === 1
        const about = { userId: user.id, plan, rows: subscriptions, wasReadBefore }
        const isSynced = await areRowsRight(deps, listed, about)
        const status = attempt?.checkoutSessionId ? (report?.status ?? 'closed') : learnt.status
        learnt = { attempt, status, listed, isSynced }
        break
      }
      case 'expire-checkout-session':
        if (!(await payments.expireCheckoutSession(attempt?.checkoutSessionId ?? '')))
          return refuse('payment-processing')
        learnt.status = 'closed'
        break
      case 'create-checkout-session': {
        if (!attempt) break
        const checkoutSession = await createCheckoutSession(deps, attempt, hold)
        if (checkoutSession === 'customer-gone') await retireCustomer(db, attempt.customerId ?? '')
        else if (checkoutSession === 'in-use') {
          if (isReplaced) throw new AppError('payment-service-down')
          isReplaced = true
          learnt.status = 'closed'
        } else if (checkoutSession !== 'replaced') return checkoutSession.url ?? refuse('payment-processing')
        break
      }
      case 'sync': {
        const synced = await syncUser(deps, user.id, learnt.listed)
        if (synced) takenBack = takenBackIn(synced)
        learnt.isSynced = true
        break
      }
      case 'cancel-taken-back':
        for (const id of takenBack) await payments.cancelSubscription(id, { credit: false })
        takenBack = []
        break
      case 'release-hold': {
        if (!hold) break
        const closedAttempt = learnt.status === 'closed' ? attempt : null
        const outcome = await releaseHold(deps, {
          hold,
          closedAttempt,
          reason: 'another checkout was started',
        })
        if (outcome === 'paying') return refuse('payment-processing')
        break
      }
      case 'take-seat':
        seat = await takeSeat(deps, user, order.network)
        break
      case 'create-customer':
        // The first customer of a user has nothing yet that could be read.
        if ((await createCustomer(deps, user, retiredCustomers.length)) === 'first') learnt.isSynced = true
        break
      case 'store-attempt': {
        const stored = await storeAttempt(deps, {
          before: attempt,
          values: {
            userId: user.id,
            attemptId: randomUUID(),
            plan,
            priceKey: seat.priceKey,
            ...checkoutPrice,
            customerId,
            holdId: seat.hold ? (hold?.id ?? null) : null,
            trialDays,
            language: order.site.language,
            createdAt: deps.now(),
          },
        })
        if (stored) learnt = { attempt: stored, status: 'not-created', isSynced: learnt.isSynced }
        break
      }
      case 'reuse-checkout-session':
        return attempt?.url ?? refuse('payment-processing')
      case 'open-portal':
        return payments.openPortal(
          customerId ?? '',
          portalReturnUrl(deps.siteUrl, order.site),
          order.site.language,
        )
      case 'switch-plan': {
        const running = subscriptions.find((row) => row.plan !== 'lifetime' && isLive(row.status))
        // Stripe has no price for it in the currency that it is paid in.
        if (running?.currency && !sold.includes(running.currency)) return refuse('bad-plan')
        return payments.openPlanSwitch({
          customerId: customerId ?? '',
          subscriptionId: running?.id ?? '',
          stripePriceId: checkoutPrice.stripePriceId,
          returnUrl: portalReturnUrl(deps.siteUrl, order.site),
          language: order.site.language,
        })
      }
      case 'refuse':
        return refuse(step.code)
    }
  }
  // Only a user who keeps changing plans in several tabs gets here.
  return refuse('payment-processing')
}

function refuse(code: ErrorCode): never {
  throw new AppError(code)
}

/** Orders all checkouts of a user. Null when another was stored first; then the facts are read again. */
function storeAttempt(
  { db, seats }: CheckoutDeps,
  { before, values }: { before: AttemptRow | null; values: Parameters<typeof saveAttempt>[1] },
): Promise<AttemptRow | null> {
  return db.transaction(async (tx) => {
    await lockUser(tx, values.userId)
    if (!isSameAttempt(await findAttempt(tx, values.userId), before)) return null
    // The hold may have expired and its seat been given to another user.
    if (values.holdId && (await seats.find(tx, values.userId))?.id !== values.holdId) return null
    return saveAttempt(tx, values)
  })
}

/**
 * One customer per user: Stripe returns the same one when this is repeated, in whatever process. `retired` was read together
 * with there being none: with another count the key would be another, and so the customer. `another`: one of this user may have bought
 * something that we do not know of.
 */
async function createCustomer(
  { db, payments, now }: CheckoutDeps,
  user: Buyer,
  retired: number,
): Promise<'first' | 'another'> {
  const key = `customer-${user.id}-${retired}`
  // The same for all who come in this minute. Two that meet at its end make two customers, of which one is used.
  const renewedKey = `${key}-${Math.floor(now().getTime() / keyRenewalMs)}`
  const created =
    (await payments.createCustomer(user, key)) ?? (await payments.createCustomer(user, renewedKey))
  if (!created) throw new AppError('payment-service-down')
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    // Another was found meanwhile, and may have bought something.
    if (await findCustomer(tx, user.id)) return 'another'
    await saveCustomer(tx, { userId: user.id, customerId: created.id, livemode: payments.livemode })
    return created.isNew && retired === 0 ? 'first' : 'another'
  })
}

/** Checkout led elsewhere: the seat that it began with is free again. */
async function releaseUnusedHold(deps: CheckoutDeps, userId: string): Promise<void> {
  const { db, seats } = deps
  const findUnused = async (among: Drizzle) => {
    const hold = await seats.find(among, userId)
    return hold?.checkoutSessionId === null ? hold : null
  }
  // Nearly every checkout has used its seat.
  if (!(await findUnused(db))) return
  await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const hold = await findUnused(tx)
    if (!hold) return
    const attempt = await findAttempt(tx, userId)
    if (attempt?.holdId !== hold.id) await seats.release(tx, hold, 'checkout led elsewhere')
  })
}
