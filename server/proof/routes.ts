import { Hono } from 'hono'
import { z } from 'zod'
import type { NoFields, RequestOf } from '../../core/api-path.ts'
import { cleanFirstName } from '../../core/proof/clean-first-name.ts'
import * as contract from '../../core/proof/contract.ts'
import type { Drizzle } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { readJson } from '../http/read-json.ts'
import { type FindUser, requireUser } from '../http/require-user.ts'
import { publicPurchaseId } from './recent-purchases.ts'
import { findChoice, listPurchaseIds, saveChoice } from './store.ts'

export interface ProofRouteDeps {
  db: Drizzle
  secret: string
  findUser: FindUser<{ id: string; name: string }>
  limit: RateLimiter
}

const choiceLimit = { name: 'purchase-choice-by-user', max: 30, windowMs: 600_000 }
const ChoiceBody = z.strictObject({
  shown: z.enum(contract.shownAs),
  firstName: z.string().max(100).optional(),
}) satisfies z.ZodType<RequestOf<typeof contract.savePurchaseChoicePath>>

/** What buyers let others see of their own purchases. */
export function proofRoutes({ db, secret, findUser, limit }: ProofRouteDeps) {
  const routes = new Hono()

  routes.get(contract.purchaseChoicePath, async (c) => {
    const user = await requireUser(findUser, c)
    const choice = await findChoice(db, user.id)
    return c.json({
      shown: choice?.shown ?? 'anonymous',
      firstName: choice?.firstName ?? cleanFirstName(user.name.split(' ')[0] ?? ''),
      decided: choice !== null,
      ownPurchases: (await listPurchaseIds(db, user.id)).map((id) => publicPurchaseId(secret, id)),
    } satisfies contract.PurchaseChoice)
  })

  routes.post(contract.savePurchaseChoicePath, async (c) => {
    const user = await requireUser(findUser, c)
    const body = await readJson(c, ChoiceBody)
    await limit(choiceLimit, user.id)
    const { shown } = body
    const firstName = shown === 'name' ? cleanFirstName(body.firstName ?? '') : null
    if (shown === 'name' && !firstName) throw new AppError('bad-first-name')
    await saveChoice(db, user.id, { shown, firstName })
    return c.json({} satisfies NoFields)
  })

  return routes
}
