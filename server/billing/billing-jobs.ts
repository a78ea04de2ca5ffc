import { type CancellationReason, entitlement } from '../../core/billing/entitlement.ts'
import { type Guarantee, paymentsToGiveBack } from '../../core/billing/guarantee.ts'
import {
  isCreditedOnCancel,
  refundsOnCancel,
  subscriptionOfRefund,
  unusedRefundKey,
} from '../../core/billing/unused-amount.ts'
import type { Drizzle } from '../db/database.ts'
import { type JobHandler, type JobHandlers, PermanentFailure } from '../jobs/create-jobs.ts'
import { enqueueJob, type JobPayload } from '../jobs/store.ts'
import type { Log } from '../log.ts'
import { checkAccount, checkAccountJob } from './account-store.ts'
import { findAttempt } from './checkout/attempt-store.ts'
import { closeCheckout, releaseHold } from './checkout/release-hold.ts'
import type { BillingDeps } from './deps.ts'
import { addGuaranteeRefunds, type GuaranteeRefundRow, listGuaranteeRefunds } from './guarantee/store.ts'
import { type NoticeDeps, sendNotice } from './notices/send-notice.ts'
import {
  announceJob,
  announcePrice,
  changeJob,
  changePrice,
  type MovePriceDeps,
} from './prices/move-price.ts'
import {
  endGrace,
  findUserOfCustomer,
  hasBuyer,
  isRevoked,
  recordReplaced,
  recordUnusedRefund,
} from './store.ts'
import { inBackground } from './stripe/call-budget.ts'
import { adoptCustomer } from './sync/adopt-customer.ts'
import {
  findUnknownAtStripe,
  findUnknownJob,
  unknownCustomersWarning,
} from './sync/find-unknown-customers.ts'
import { countSynced, ensureSyncRows, listOverdue, listUnconfirmed, listUnsynced } from './sync/sync-store.ts'
import { syncUser } from './sync/sync-user.ts'
import { lastEventAt } from './webhooks/event-store.ts'
import { createEventReceiver, lostRefund } from './webhooks/receive-event.ts'

export interface BillingJobDeps
  extends BillingDeps,
    Pick<NoticeDeps, 'mailNotice' | 'readPlans'>,
    Pick<MovePriceDeps, 'mailPriceChange'> {
  log: Log
  /** Mails a buyer whose payment was refunded. Safe to repeat; at worst the mail comes twice. */
  sendRefundMail: (userId: string) => Promise<boolean>
  /** Acknowledges that a purchase was given back. Safe to repeat; at worst the mail comes twice. */
  sendWithdrawalMail: (userId: string, rows: GuaranteeRefundRow[]) => Promise<boolean>
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** After an outage there may be many events to fetch. */
const deadlineOf = (kind: string): number => (kind === 'fetch-events' ? 30 * minuteMs : minuteMs)
/** An event may have been made before the one that was received last, and delivered after it. */
const eventOverlapMs = 10 * minuteMs
/** Stripe keeps events for 30 days. */
const oldestEventMs = 29 * dayMs
const eventWindowMs = 6 * hourMs
/** A bank returns a refund within days; for the details of a bank account Stripe waits 45 days. */
const refundFailsWithinMs = 60 * dayMs
const reconcileEveryMs = dayMs
/** A renewal is charged within hours of the period's end; a day later it is confirmed, or something is wrong. */
const overdueMs = dayMs
/** A dispute takes weeks. Won by the operator, the refund is still owed. A debit takes days. */
const pendingCheckEveryMs = dayMs

/** Billing's work without a request. Each job is safe to repeat. */
export function billingJobs(deps: BillingJobDeps): JobHandlers {
  const { db, payments, seats, now } = deps
  const text = (payload: JobPayload, field: string) => String(payload[field] ?? '')
  const receiveEvent = createEventReceiver(deps)
  const enqueueSync = (userId: string) => enqueueJob(db, { kind: 'sync', key: userId })
  const nextCheck = () => new Date(now().getTime() + pendingCheckEveryMs)

  /**
   * Cancelled first: a refund that is refused must not leave a subscription running that charges again. False when Stripe does
   * not know it with this key.
   */
  async function endSubscription(
    subscriptionId: string,
    payload: JobPayload,
    whilePending: (tx: Drizzle) => Promise<void>,
  ): Promise<boolean> {
    const reason = text(payload, 'reason') as CancellationReason
    const credit = isCreditedOnCancel(reason, deps.unused)
    const cancelled = await payments.cancelSubscription(subscriptionId, { credit })
    if (!cancelled) return false
    const periods = [
      cancelled,
      ...cancelled.earlierPeriods.map((lastPeriod) => ({ ...cancelled, lastPeriod })),
      ...cancelled.earlierLate.map((lastPeriod) => ({ lastPeriod, isPaidAfterEnd: true })),
    ]
    const refunds = periods.flatMap(({ lastPeriod, isPaidAfterEnd }) =>
      refundsOnCancel({ ...cancelled, lastPeriod, isPaidAfterEnd, reason, unused: deps.unused }).map(
        (refund) => ({
          ...refund,
          invoiceId: lastPeriod?.invoiceId ?? '',
          newest: lastPeriod?.payments[0],
        }),
      ),
    )
    const userId = text(payload, 'userId')
    await db.transaction(async (tx) => {
      for (const { paymentId, amountMinor, invoiceId, newest } of refunds) {
        const earlier = paymentId === newest?.paymentId ? undefined : paymentId
        await enqueueJob(tx, {
          kind: 'refund',
          key: unusedRefundKey(subscriptionId, invoiceId, earlier),
          payload: { userId, paymentId, amountMinor, holdId: null },
        })
      }
      if (reason === 'replaced')
        await recordReplaced(tx, {
          id: subscriptionId,
          userId,
          plan: cancelled.plan,
          endedAt: cancelled.lastPeriod?.endedAt ?? now(),
          currency: cancelled.currency,
          refundedMinor: credit && cancelled.isCredited ? null : 0,
          toRefund: refunds.map(({ paymentId }) => paymentId),
          livemode: payments.livemode,
        })
      if (cancelled.isPaymentPending) await whilePending(tx)
      if (!cancelled.wasCancelled) await enqueueJob(tx, { kind: 'sync', key: userId })
    })
    return true
  }

  const handlers: JobHandlers = {
    sync: {
      async run({ key: userId }) {
        await syncUser(deps, userId)
      },
    },

    [announceJob]: { run: ({ key, payload }) => announcePrice(deps, key, payload) },
    [changeJob]: { run: ({ payload }) => changePrice(deps, payload) },

    'send-notice': { run: ({ key, payload }) => sendNotice(deps, text(payload, 'userId'), key) },

    'find-payer': {
      async run({ key: paymentId }) {
        const customerId = await payments.readPayer(paymentId)
        if (customerId) await enqueueJob(db, { kind: 'find-customer', key: customerId })
      },
    },

    'find-customer': {
      async run({ key: customerId }) {
        const known = await findUserOfCustomer(db, customerId)
        if (known) return enqueueSync(known)
        const userId = await payments.readCustomerUser(customerId)
        if (userId && (await adoptCustomer(deps, { customerId, userId, write: true })) === 'adopted')
          return enqueueSync(userId)
        // Another product may call its plans and users as we do.
        if (!(await payments.hasOurPrice(customerId))) return
        // The account was deleted. What is paid all the same goes back, as it would with the account.
        const { paidLate } = entitlement(await payments.readState(customerId), deps.graceDays, now())
        for (const { id, reason } of paidLate)
          if (reason === 'unpaid')
            await enqueueJob(db, { kind: 'refund-late', key: id, payload: { userId, reason } })
      },
    },

    /** After the account was deleted: what remains at Stripe would look like a buyer whom this database has lost. */
    'remove-customer-user': { run: ({ key: customerId }) => payments.removeCustomerUser(customerId) },

    [checkAccountJob]: {
      everyMs: dayMs,
      async run() {
        await checkAccount(deps, (warning) => deps.log.warn({}, warning))
      },
    },

    [findUnknownJob]: {
      maxAttempts: Number.POSITIVE_INFINITY,
      async run() {
        const { length: unknown } = await findUnknownAtStripe(db, payments)
        if (unknown > 0) deps.log.warn({ customers: unknown }, unknownCustomersWarning(unknown))
      },
    },

    'cancel-subscription': {
      async run({ key, payload }) {
        await endSubscription(key, payload, async (tx) => {
          // Under the guarantee the job `withdraw` waits for it.
          if (payload.reason !== 'guarantee')
            await enqueueJob(tx, { kind: 'refund-late', key, payload, runAt: nextCheck() })
        })
      },
    },

    /** For what is paid after the end. It outlives the account: the sync that an event causes does not. */
    'refund-late': {
      async run({ key, payload, waitUntil }) {
        const wait = async () => waitUntil(nextCheck())
        if (!(await endSubscription(key, payload, wait))) await wait()
      },
    },

    refund: {
      async run({ key, payload, waitUntil }) {
        const paymentId = text(payload, 'paymentId')
        // While the account is there its sync decides whether the payment has bought something by now.
        if (/^(oversold|surplus)-/.test(key) && (await hasBuyer(db, paymentId))) {
          const isOfSync = Boolean(payload.userId)
          if (!isOfSync || !(await isRevoked(db, paymentId))) return
        }
        const amountMinor = typeof payload.amountMinor === 'number' ? payload.amountMinor : null
        const result = await payments.refund({ key, paymentId, amountMinor })
        const isWaiting = result.status === 'disputed' && result.isOpen
        const subscriptionId = subscriptionOfRefund(key)
        // Ahead of what may fail: the account says what is true from now on.
        if (subscriptionId && !isWaiting)
          await recordUnusedRefund(db, subscriptionId, {
            paymentId,
            plannedMinor: amountMinor ?? 0,
            madeMinor: result.status === 'refunded' ? result.amountMinor : 0,
          })
        if (result.status === 'failed')
          throw new PermanentFailure(
            `Stripe could not pay out the refund of ${paymentId}, ${result.times} times. Send the money back by other means.`,
          )
        if (result.status === 'disputed') {
          if (isWaiting) waitUntil(nextCheck())
          return
        }
        const [userId, holdId] = [text(payload, 'userId'), text(payload, 'holdId')]
        await db.transaction(async (tx) => {
          if (holdId && (await seats.recordRefund(tx, holdId)))
            await enqueueJob(tx, { kind: 'mail-refunded', key: holdId, payload: { userId } })
          if (result.isNew && userId) await enqueueJob(tx, { kind: 'sync', key: userId })
        })
      },
    },

    'mail-refunded': {
      async run({ key: holdId, payload }) {
        await deps.sendRefundMail(text(payload, 'userId'))
        await seats.recordNotified(db, holdId)
      },
    },

    /**
     * Rule M2: cancelled before it is refunded, so that nothing is charged again. What was charged until then, and what settles
     * later, goes back too.
     */
    withdraw: {
      async run({ key: purchaseId, payload, waitUntil }) {
        const [wish] = await listGuaranteeRefunds(db, purchaseId)
        if (!wish) return
        let paid: Guarantee['payments'] = []
        if (wish.plan !== 'lifetime') {
          const cancelled = await payments.cancelSubscription(purchaseId, { credit: false })
          await payments.takeBackCredit(purchaseId)
          if (cancelled?.customerId) {
            const records = await payments.readPaymentRecords([cancelled.customerId])
            paid = paymentsToGiveBack({ id: purchaseId, plan: wish.plan }, records)
          }
          if (cancelled?.isPaymentPending) waitUntil(nextCheck())
        }
        await db.transaction(async (tx) => {
          for (const { paymentId, amountMinor } of await addGuaranteeRefunds(tx, wish, paid))
            await enqueueJob(tx, {
              kind: 'refund',
              key: `guarantee-${paymentId}`,
              payload: { userId: text(payload, 'userId'), paymentId, amountMinor, holdId: null },
            })
        })
        deps.wakeJobs?.()
      },
    },

    'mail-withdrawn': {
      async run({ key: purchaseId, payload }) {
        await deps.sendWithdrawalMail(text(payload, 'userId'), await listGuaranteeRefunds(db, purchaseId))
      },
    },

    'release-hold': {
      async run({ key: holdId, payload, waitUntil }) {
        const hold = await seats.find(db, text(payload, 'userId'))
        if (hold?.id !== holdId) return
        const outcome = await releaseHold(deps, { hold, reason: 'time was up' })
        if (outcome === 'changed') throw new Error('The hold was changed at the same moment.')
        if (outcome !== 'paying') return
        await enqueueSync(text(payload, 'userId'))
        // An event tells what became of the payment; should none come, the next look does. Without one it would be every minute.
        waitUntil(new Date(now().getTime() + dayMs))
      },
    },

    'close-checkout': {
      async run({ key: checkoutSessionId, payload }) {
        const attempt = await findAttempt(db, text(payload, 'userId'))
        if (attempt?.checkoutSessionId === checkoutSessionId) await closeCheckout(deps, attempt)
      },
    },

    'end-grace': {
      everyMs: minuteMs,
      async run() {
        await db.transaction(async (tx) => {
          for (const userId of await endGrace(tx, now())) await deps.recordState?.(tx, userId)
        })
        deps.wakeJobs?.()
      },
    },

    /** Every user is compared with Stripe once a day, spread over the day: a lost event delays, it loses nothing. */
    reconcile: {
      everyMs: minuteMs,
      async run() {
        await seats.ensureReleases(db)
        await ensureSyncRows(db)
        const share = Math.ceil((await countSynced(db)) / (reconcileEveryMs / minuteMs / 2))
        const before = new Date(now().getTime() - reconcileEveryMs)
        for (const userId of await listUnsynced(db, before, share)) await enqueueSync(userId)
      },
    },

    'confirm-renewals': {
      everyMs: 10 * minuteMs,
      async run() {
        const ago = (ms: number) => new Date(now().getTime() - ms)
        const overdue = await listOverdue(db, { endedBefore: ago(overdueMs), syncedBefore: ago(hourMs) })
        for (const userId of overdue) await enqueueSync(userId)
        const unconfirmed = await listUnconfirmed(db, now())
        if (unconfirmed.length > 0)
          deps.log.error(
            { users: unconfirmed.length },
            'Subscriptions ended over a week ago, and for a week Stripe could not be asked whether they were renewed. Run `npm run doctor`.',
          )
      },
    },

    /** What a webhook endpoint that was deleted, disabled or out of reach did not deliver. */
    'fetch-events': {
      everyMs: hourMs,
      atStart: true,
      async run({ payload, keep }) {
        const startedAt = now()
        const last = payload.since ? new Date(text(payload, 'since')) : ((await lastEventAt(db)) ?? startedAt)
        const oldest = startedAt.getTime() - oldestEventMs
        const since = Math.max(last.getTime() - eventOverlapMs, oldest)
        // Of all that happened before, this is what comparing every user with Stripe does not find.
        if (last.getTime() < oldest)
          for (const failed of await payments.listFailedRefunds(
            new Date(last.getTime() - refundFailsWithinMs),
          )) {
            const job = lostRefund(failed)
            if (job) await enqueueJob(db, { kind: 'refund', ...job })
          }
        // In parts: what has been read need not be read again should the next part fail.
        for (let from = since; from < startedAt.getTime(); from += eventWindowMs) {
          const end = new Date(from + eventWindowMs)
          // The last part is open: Stripe's clock may be ahead of ours.
          const until = end < startedAt ? end : null
          const events = await payments.listEvents({ since: new Date(from), until })
          for (const event of events) await receiveEvent(event)
          if (until) keep({ since: until.toISOString() })
        }
        keep({ since: startedAt.toISOString() })
      },
    },
  }
  const isolated = Object.entries(handlers).map(([kind, handler]): [string, JobHandler] => [
    kind,
    { ...handler, run: (job) => inBackground(deadlineOf(kind), () => handler.run(job)) },
  ])
  return Object.fromEntries(isolated)
}
