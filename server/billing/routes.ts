import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { RequestOf } from '../../core/api-path.ts'
import * as contract from '../../core/billing/contract.ts'
import { safeNext } from '../../core/identity/safe-next.ts'
import type { Language } from '../../core/messages/languages.ts'
import type { SiteLanguage } from '../../core/messages/site-languages.ts'
import { formatMoney } from '../../core/plans/money.ts'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import type { HoldNetwork } from '../../core/seats/seat-hold.ts'
import type { Drizzle } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { findUserWith } from '../http/find-user-with.ts'
import { redirect } from '../http/leave-for.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { readJson } from '../http/read-json.ts'
import { type FindUser, requireProvenUser, requireUser } from '../http/require-user.ts'
import { shareInFlight } from '../share-in-flight.ts'
import { checkoutStatus } from './checkout/checkout-status.ts'
import { createCheckoutReader } from './checkout/checkout-store.ts'
import { createCrowdQueue } from './checkout/crowd-queue.ts'
import { createHoldSeat } from './checkout/hold-seat.ts'
import {
  type Buyer,
  type CheckoutClick,
  type CheckoutDeps,
  portalReturnUrl,
  startCheckout,
} from './checkout/start-checkout.ts'
import { readOwnGuarantee, withdrawPurchase } from './guarantee/withdraw-purchase.ts'
import { hasOptedOut, saveReminderChoice } from './notices/notice-store.ts'
import { readOwnBilling, subscriptionResponse } from './own-billing.ts'
import { readOwnDocuments } from './own-documents.ts'
import { findCustomer, findPriceChange, hasUser, listCustomers } from './store.ts'
import { withinRequest } from './stripe/call-budget.ts'
import { syncUser } from './sync/sync-user.ts'
import { createEventReceiver } from './webhooks/receive-event.ts'

export interface BillingRouteDeps extends Omit<CheckoutDeps, 'holdSeat' | 'crowdQueue' | 'readCheckout'> {
  plansForSale: readonly PaidPlanId[]
  /** The first unless the page names another. */
  currencies: readonly string[]
  /** For reads, which never wait for billing's connections. */
  readers: Drizzle
  findUser: FindUser<Buyer & { needsProof: boolean }>
  /** For a route that a crowd calls at once. */
  findBuyer: FindUser<Buyer>
  limit: RateLimiter
  /** Null when the address does not tell one network from another. */
  holdNetwork: (c: Context) => HoldNetwork | null
  isUnsubscribeSigned: (userId: string, token: string) => boolean
  /** The delay from Stripe's `created` to now. */
  recordLag: (seconds: number) => void
}

const refreshLimit = { name: 'refresh-by-user', max: 60, windowMs: 600_000 }
// /welcome polls about sixty times in ten minutes before it gives up.
const statusLimit = { name: 'checkout-status-by-user', max: 120, windowMs: 600_000 }
// A browser that waits for a seat retries every ten seconds.
const checkoutLimit = { name: 'checkout-by-user', max: 90, windowMs: 600_000 }
const remindersLimit = { name: 'reminders-by-user', max: 30, windowMs: 600_000 }
const documentsLimit = { name: 'documents-by-user', max: 60, windowMs: 600_000 }
const guaranteeLimit = { name: 'guarantee-by-user', max: 60, windowMs: 600_000 }
const withdrawLimit = { name: 'withdraw-by-user', max: 20, windowMs: 600_000 }
const portalLimit = { name: 'portal-by-user', max: 30, windowMs: 600_000 }

const RemindersBody = z.strictObject({
  reminders: z.boolean(),
}) satisfies z.ZodType<contract.RemindersRequest>

const WithdrawBody = z.object({ purchase: z.string().min(1).max(255) }) satisfies z.ZodType<
  RequestOf<typeof contract.withdrawPath>
>

export function billingRoutes(deps: BillingRouteDeps) {
  const { db, payments, siteUrl, languages, findUser, limit } = deps
  const siteOf = (c: Context) => languages.ofHeaders(c.req.raw.headers)
  const routes = new Hono()
  const CheckoutBody = z.object({
    plan: z.enum(deps.plansForSale),
    currency: z.enum(deps.currencies).optional(),
  }) satisfies z.ZodType<contract.CheckoutRequest>
  const checkoutDeps: CheckoutDeps = {
    ...deps,
    holdSeat: createHoldSeat(deps),
    crowdQueue: createCrowdQueue(),
    readCheckout: createCheckoutReader(deps.db),
  }
  const startOneCheckout = shareInFlight(
    (click: CheckoutClick) => startCheckout(checkoutDeps, click),
    ({ user, plan, currency }) => `${plan} ${currency} ${user.id}`,
  )
  const receiveEvent = createEventReceiver(deps)
  const readStatusOnce = shareInFlight((userId: string, checkoutSessionId: string, language: Language) =>
    checkoutStatus(deps, userId, checkoutSessionId, language),
  )
  const withdrawOnce = shareInFlight((userId: string, purchase: string, language: Language) =>
    withdrawPurchase(deps, userId, purchase, language),
  )
  const readDocumentsOnce = shareInFlight((userId: string, language: Language, after?: string) =>
    readOwnDocuments(deps, userId, language, after),
  )
  const readGuaranteeOnce = shareInFlight((userId: string, language: Language) =>
    readOwnGuarantee(deps, userId, language),
  )
  const findReceiptOnce = shareInFlight(async (userId: string) => {
    const customerIds = await listCustomers(db, userId)
    return withinRequest(() => payments.findReceipt(customerIds))
  })
  const openPortalOnce = shareInFlight(
    (customerId: string, site: SiteLanguage) =>
      withinRequest(() => payments.openPortal(customerId, portalReturnUrl(siteUrl, site), site.language)),
    (customerId, site) => `${customerId} ${site.language}`,
  )
  const readOwnPlans = findUserWith(findUser, deps.readPlans)
  const syncOnce = shareInFlight((userId: string) => withinRequest(() => syncUser(deps, userId)))

  /** Rules D3, D4: the plan of this user. Without a session `plan` is null with status 200, so that the console reports no error. */
  routes.get(contract.subscriptionPath, async (c) => {
    const { headers } = c.req.raw
    // Back from the portal, where the webhook of what was changed there may not have come yet.
    const returned = c.req.query('refresh') ? await findUser(headers) : null
    if (returned && (await findCustomer(db, returned.id))) {
      await limit(refreshLimit, returned.id)
      await syncOnce(returned.id)
    }
    const plans = await readOwnPlans(headers)
    if (!plans) return c.json({ plan: null } satisfies contract.SubscriptionResponse)
    const { bought, given, hadTrial } = plans
    const granted = given.map(({ plan }) => plan)
    const response = subscriptionResponse(bought, siteOf(c).language, granted)
    return c.json({
      ...response,
      // Who has a plan is offered no trial anyway.
      ...(response.plan === 'free' && hadTrial && { hadTrial: true as const }),
    } satisfies contract.SubscriptionResponse)
  })

  routes.get(contract.ownBillingPath, async (c) => {
    const user = await findUser(c.req.raw.headers)
    if (!user) return c.json({} satisfies contract.OwnBilling)
    const { language } = siteOf(c)
    const [own, change, isOptedOut] = await Promise.all([
      readOwnBilling({ ...deps, db: deps.readers }, user.id, language),
      findPriceChange(deps.readers, user.id),
      hasOptedOut(deps.readers, user.id),
    ])
    return c.json({
      ...own,
      ...(change && {
        priceChange: {
          amount: formatMoney(change.amountMinor, change.currency, language),
          after: change.after.toISOString(),
          ...(change.isTaxAdded && { isTaxAdded: true as const }),
          ...(change.hasDiscount && { hasDiscount: true as const }),
        },
      }),
      reminders: !isOptedOut,
    } satisfies contract.OwnBilling)
  })

  routes.post(contract.remindersPath, async (c) => {
    const user = await requireUser(findUser, c)
    const { reminders } = await readJson(c, RemindersBody)
    await limit(remindersLimit, user.id)
    await saveReminderChoice(db, { userId: user.id, reminders })
    return c.json({ reminders } satisfies contract.RemindersRequest)
  })

  /** RFC 8058: called by mail programs, without a session. */
  routes.post(contract.unsubscribePath, async (c) => {
    const userId = c.req.query('user') ?? ''
    if (!deps.isUnsubscribeSigned(userId, c.req.query('token') ?? '')) throw new AppError('bad-request')
    if (await hasUser(db, userId)) await saveReminderChoice(db, { userId, reminders: false })
    return c.body(null, 204)
  })

  /** Opened in a browser instead: nothing is changed by opening a link, which mail scanners do too. */
  routes.get(contract.unsubscribePath, (c) =>
    redirect(c, languages.forVisitor(safeNext('/account'), c.req.header('cookie')), 302),
  )

  routes.get(contract.ownDocumentsPath, async (c) => {
    const user = await findUser(c.req.raw.headers)
    if (!user) return c.json(null)
    await limit(documentsLimit, user.id)
    const { language } = siteOf(c)
    const documents = await readDocumentsOnce(user.id, language, c.req.query('after'))
    return c.json(documents satisfies contract.OwnDocuments)
  })

  /** Without the guarantee there is nothing to tell. Without a session that would be wrong, so it is refused. */
  routes.get(contract.guaranteePath, async (c) => {
    const user = await requireUser(findUser, c)
    await limit(guaranteeLimit, user.id)
    const guarantee = await readGuaranteeOnce(user.id, siteOf(c).language)
    return c.json(guarantee satisfies contract.OwnGuarantee)
  })

  routes.post(contract.withdrawPath, async (c) => {
    const user = await requireProvenUser(findUser, c)
    const { purchase } = await readJson(c, WithdrawBody)
    await limit(withdrawLimit, user.id)
    const withdrawal = await withdrawOnce(user.id, purchase, siteOf(c).language)
    return c.json(withdrawal satisfies contract.OwnWithdrawal)
  })

  routes.post(contract.receiptPath, async (c) => {
    const user = await requireUser(findUser, c)
    await limit(portalLimit, user.id)
    const url = await findReceiptOnce(user.id)
    if (!url) throw new AppError('no-receipt')
    return c.json({ url } satisfies contract.RedirectResponse)
  })

  /** Rules C1, C7. The client sends the name of a plan and nothing else that counts. */
  routes.post(contract.createCheckoutPath, (c) =>
    withinRequest(async () => {
      const user = await requireUser(deps.findBuyer, c)
      const { plan, currency = deps.currencies[0] ?? '' } = await readJson(c, CheckoutBody, 'bad-plan')
      await limit(checkoutLimit, user.id)
      return c.json({
        url: await startOneCheckout({
          user,
          plan,
          currency,
          network: deps.holdNetwork(c),
          site: siteOf(c),
        }),
      } satisfies contract.RedirectResponse)
    }),
  )

  routes.get(contract.checkoutStatusPath, async (c) => {
    const user = await requireUser(findUser, c)
    await limit(statusLimit, user.id)
    const status = await readStatusOnce(user.id, c.req.query('session_id') ?? '', siteOf(c).language)
    return c.json(status satisfies contract.CheckoutStatus)
  })

  routes.post(contract.portalPath, async (c) => {
    const user = await requireUser(findUser, c)
    const customerId = await findCustomer(db, user.id)
    if (!customerId) throw new AppError('nothing-to-manage')
    await limit(portalLimit, user.id)
    return c.json({ url: await openPortalOnce(customerId, siteOf(c)) } satisfies contract.RedirectResponse)
  })

  /** The signature covers the bytes as they came, so they are read as they came. */
  routes.post(contract.webhookPath, async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const event = payments.verifyEvent(body, c.req.header('stripe-signature') ?? '')
    deps.recordLag((deps.now().getTime() - event.createdAt.getTime()) / 1_000)
    const outcome = await receiveEvent(event)
    return c.json({ received: true, outcome })
  })

  return routes
}
