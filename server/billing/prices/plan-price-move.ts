import {
  decidePriceMove,
  leastNoticeDays,
  type NewPrice,
  type SubscribedPrice,
} from '../../../core/billing/price-move.ts'
import { ConfigurationError } from '../../configuration-error.ts'
import { ensureJob } from '../../jobs/store.ts'
import type { BillingDeps } from '../deps.ts'
import { isNoticeSent } from '../notices/notice-store.ts'
import { findUserOfCustomer } from '../store.ts'
import { announceJob, priceMoveKey } from './move-price.ts'

type PriceDeps = Pick<BillingDeps, 'db' | 'payments'>

export interface PriceCount {
  price: SubscribedPrice
  subscribers: number
  isToday: boolean
}

/** How many subscriptions are on which price in which currency, today's first. */
export async function countByPrice({ payments }: PriceDeps): Promise<PriceCount[]> {
  const today = new Set((await payments.readSubscriptionPrices()).map(({ stripePriceId }) => stripePriceId))
  const counts = new Map<string, PriceCount>()
  for await (const price of payments.listSubscribedPrices()) {
    const { stripePriceId, currency } = price
    const key = `${stripePriceId} ${currency}`
    const subscribers = (counts.get(key)?.subscribers ?? 0) + 1
    counts.set(key, { price, subscribers, isToday: today.has(stripePriceId) })
  }
  return [...counts.values()].sort((a, b) => Number(b.isToday) - Number(a.isToday))
}

export interface PriceMovePlan {
  /** Today's prices that they move to. */
  to: NewPrice[]
  /** To be told, and moved when the days of notice are over. */
  toMove: number
  /** Told before, by this change to this price. */
  told: number
  /** Cancelled: they are not charged again. */
  ending: number
  /** Today's prices have none of their currency, interval and tax. */
  otherTerms: number
  /** Today's price in their currency is the one that they pay. */
  sameAmount: number
  /** Of no account here. */
  unknown: number
}

const countOf = { ending: 'ending', 'other-terms': 'otherTerms', 'same-amount': 'sameAmount' } as const

/** Rule M9. Without `write` nothing is done. Safe to repeat: who was told is not told again. */
export async function planPriceMove(
  { db, payments }: PriceDeps,
  { from, noticeDays, write }: { from: string; noticeDays: number; write: boolean },
): Promise<PriceMovePlan> {
  const today = await payments.readSubscriptionPrices()
  const plan: PriceMovePlan = {
    to: [],
    toMove: 0,
    told: 0,
    ending: 0,
    otherTerms: 0,
    sameAmount: 0,
    unknown: 0,
  }
  for await (const subscription of payments.listSubscribedPrices()) {
    const to = decidePriceMove(subscription, from, today)
    if (to === 'other-price') continue
    if (typeof to === 'string') {
      plan[countOf[to]] += 1
      continue
    }
    const least = leastNoticeDays(subscription, to)
    if (noticeDays < least)
      throw new ConfigurationError(
        `A higher price needs ${least} days of notice at least: --notice-days ${least}.`,
      )
    if (!plan.to.includes(to)) plan.to.push(to)
    const { subscriptionId, customerId } = subscription
    const key = priceMoveKey(subscriptionId, to.stripePriceId)
    const userId = await findUserOfCustomer(db, customerId)
    if (!userId) plan.unknown += 1
    else if (await isNoticeSent(db, key)) plan.told += 1
    else {
      plan.toMove += 1
      const payload = { userId, subscriptionId, from, to: to.stripePriceId, noticeDays }
      if (write) await ensureJob(db, { kind: announceJob, key, payload })
    }
  }
  return plan
}
