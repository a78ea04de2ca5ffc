import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { createCheckoutPath } from '../../core/billing/checkout-contract.ts'
import { currentPlan } from '../../core/billing/current-plan.ts'
import { isEnded, isLive } from '../../core/billing/entitlement.ts'
import { paidPlanIds } from '../../core/plans/plan.ts'
import { AppError } from '../http/app-error.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { readJson } from '../http/read-json.ts'
import { type FindUser, requireUser } from '../http/require-user.ts'
import { checkoutStatus } from './checkout-status.ts'
import { handleEvent } from './handle-event.ts'
import { type RefundParts, refundTurnedAway } from './refund-turned-away.ts'
import { type CancellationParts, runCancellations } from './run-cancellations.ts'
import type { HoldNetwork } from './seat-desk.ts'
import { type Buyer, type CheckoutParts, portalReturnUrl, startCheckout } from './start-checkout.ts'
import { createSubscriptionReader, findCustomer } from './store.ts'
import { syncCustomer } from './sync-customer.ts'

export interface BillingParts extends CheckoutParts, CancellationParts, RefundParts {
  findUser: FindUser<Buyer>
  limit: RateLimiter
  /** Null when the address does not tell one network from another. */
  holdNetwork: (c: Context) => HoldNetwork | null
  /** How long an event was on its way to us. */
  noteLag: (seconds: number) => void
}

const refreshLimit = { name: 'refresh-by-user', max: 60, windowMs: 600_000 }
// The page after paying asks about sixty times in ten minutes before it gives up.
const statusLimit = { name: 'checkout-status-by-user', max: 120, windowMs: 600_000 }
// Whoever waits for a seat asks every ten seconds.
const checkoutLimit = { name: 'checkout-by-user', max: 90, windowMs: 600_000 }

const CheckoutBody = z.object({ plan: z.enum(paidPlanIds) })

export function billingRoutes(parts: BillingParts) {
  const { db, payments, siteUrl, findUser, limit } = parts
  const routes = new Hono()
  const readSubscriptions = createSubscriptionReader(db)

  /** Rules D3, D4. Without a session there is no plan to tell, and nothing that a console would report as failed. */
  routes.get('/api/subscription', async (c) => {
    c.header('cache-control', 'no-store')
    const user = await findUser(c.req.raw.headers)
    if (!user) return c.json({ plan: null })
    // Back from the portal, where the webhook of what was changed there may not have come yet.
    const customerId = c.req.query('refresh') && (await findCustomer(db, user.id))
    if (customerId) {
      await limit(refreshLimit, user.id)
      await db.transaction((tx) => syncCustomer(parts, tx, customerId))
    }
    const rows = await readSubscriptions(user.id)
    const live = rows.filter(({ status }) => isLive(status))
    const monthly = rows.find(({ plan, status }) => plan === 'monthly' && !isEnded(status))
    return c.json({
      plan: currentPlan(live.map(({ plan }) => plan)),
      ...(monthly && {
        subscription: {
          status: monthly.graceEndsAt ? 'past_due' : monthly.status,
          periodEndsAt: monthly.periodEndsAt?.toISOString() ?? null,
          cancelAtPeriodEnd: monthly.cancelAtPeriodEnd,
        },
      }),
    })
  })

  /** Rules C1, C7. The client sends the name of a plan and nothing else that counts. */
  routes.post(createCheckoutPath, async (c) => {
    const user = await requireUser(findUser, c)
    const { plan } = await readJson(c, CheckoutBody, 'bad-plan')
    await limit(checkoutLimit, user.id)
    const url = await startCheckout(parts, user, plan, parts.holdNetwork(c))
    return c.json({ url })
  })

  routes.get('/api/stripe/checkout-status', async (c) => {
    const user = await requireUser(findUser, c)
    await limit(statusLimit, user.id)
    const status = await checkoutStatus(parts, user.id, c.req.query('session_id') ?? '')
    await settleRest(parts)
    c.header('cache-control', 'no-store')
    return c.json(status)
  })

  routes.post('/api/stripe/portal', async (c) => {
    const user = await requireUser(findUser, c)
    const customerId = await findCustomer(db, user.id)
    if (!customerId) throw new AppError('nothing-to-manage')
    await limit(checkoutLimit, user.id)
    return c.json({ url: await payments.openPortal(customerId, portalReturnUrl(siteUrl)) })
  })

  /** The signature covers the bytes as they came, so they are read as they came. */
  routes.post('/api/stripe/webhook', async (c) => {
    const event = payments.verifyEvent(await c.req.text(), c.req.header('stripe-signature') ?? '')
    parts.noteLag((parts.now().getTime() - event.createdAt.getTime()) / 1_000)
    const outcome = await handleEvent(parts, event)
    if (outcome === 'synced') await settleRest(parts)
    return c.json({ received: true, outcome })
  })

  return routes
}

/** What a sync may have left to do. Should it fail, the upkeep does it: what was synced is acknowledged all the same. */
async function settleRest(parts: BillingParts): Promise<void> {
  await runCancellations(parts)
  await refundTurnedAway(parts).catch(() => {})
}
