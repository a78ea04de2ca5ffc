import {
  decidePriceMove,
  type NewPrice,
  type SubscribedPrice,
  timesQuantity,
} from '../../../core/billing/price-move.ts'
import type { JobPayload } from '../../jobs/store.ts'
import { enqueueJob } from '../../jobs/store.ts'
import type { BillingDeps } from '../deps.ts'
import { isNoticeSent, recordSent } from '../notices/notice-store.ts'

/** What the mail says; the amounts are those of all that somebody has. */
export interface PriceChangeContent {
  key: string
  before: SubscribedPrice
  after: NewPrice
  /** The first renewal after this day has the new price. */
  from: Date
}

export interface MovePriceDeps extends Pick<BillingDeps, 'db' | 'payments' | 'now' | 'wakeJobs'> {
  /** False for one who has no e-mail address. */
  mailPriceChange: (userId: string, content: PriceChangeContent) => Promise<boolean>
}

export const announceJob = 'announce-price'
export const changeJob = 'change-price'
const dayMs = 86_400_000

/** One change of one subscription to one price. */
export const priceMoveKey = (subscriptionId: string, to: string): string => `price:${subscriptionId}:${to}`

/** What is true of it now; null when it is not to be moved any more. */
async function readMove({ payments }: MovePriceDeps, payload: JobPayload) {
  const [subscriptionId, from, to] = [payload.subscriptionId, payload.from, payload.to].map(String)
  const before = await payments.readSubscribedPrice(subscriptionId ?? '')
  if (!before) return null
  const after = decidePriceMove(before, from ?? '', await payments.readSubscriptionPrices())
  // Another change of the catalogue meanwhile: what was announced is not today's price.
  if (typeof after !== 'object' || after.stripePriceId !== to) return null
  return { before: timesQuantity(before, before.quantity), after: timesQuantity(after, before.quantity) }
}

/**
 * Rule M9: tells one subscriber of the new price, once, and only then sees to it that it is charged: so many days after the
 * mail was taken. Who cannot be told keeps the price.
 */
export async function announcePrice(deps: MovePriceDeps, key: string, payload: JobPayload): Promise<void> {
  if (await isNoticeSent(deps.db, key)) return
  const move = await readMove(deps, payload)
  if (!move) return
  const userId = String(payload.userId)
  const from = new Date(deps.now().getTime() + Number(payload.noticeDays) * dayMs)
  if (!(await deps.mailPriceChange(userId, { key, ...move, from }))) return
  await deps.db.transaction(async (tx) => {
    await recordSent(tx, { key, userId })
    const { amountMinor, currency, interval } = move.after
    const { taxBehavior, hasDiscount } = move.before
    await enqueueJob(tx, {
      kind: changeJob,
      key,
      payload: { ...payload, amountMinor, currency, interval, taxBehavior, hasDiscount: Number(hasDiscount) },
      runAt: from,
    })
  })
}

/** When the days of notice are over: the next renewal is at the new price. */
export async function changePrice(deps: MovePriceDeps, payload: JobPayload): Promise<void> {
  const move = await readMove(deps, payload)
  if (!move) return
  const { before, after } = move
  await deps.payments.changePrice(before.subscriptionId, before.stripePriceId, after.stripePriceId)
  await enqueueJob(deps.db, { kind: 'sync', key: String(payload.userId) })
  deps.wakeJobs?.()
}
