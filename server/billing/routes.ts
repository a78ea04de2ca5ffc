import { Hono } from 'hono'
import { currentPlan } from '../../core/billing/current-plan.ts'
import type { PlanId } from '../../core/plans/plan.ts'

export interface BillingParts {
  /** The signed-in user, read from the database; null when there is no session. */
  findUser: (headers: Headers) => Promise<{ id: string } | null>
  findLivePlans: (userId: string) => Promise<PlanId[]>
}

export function billingRoutes({ findUser, findLivePlans }: BillingParts) {
  const routes = new Hono()

  /** Rules D3, D4. Without a session there is no plan to tell, and nothing that a console would report as failed. */
  routes.get('/subscription', async (c) => {
    const user = await findUser(c.req.raw.headers)
    c.header('cache-control', 'no-store')
    return c.json({ plan: user && currentPlan(await findLivePlans(user.id)) })
  })

  return routes
}
