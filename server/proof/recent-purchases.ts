import { createHmac } from 'node:crypto'
import type { PublicPurchase } from '../../core/urgency/contract.ts'
import type { Drizzle } from '../db/database.ts'
import { listShownPurchases } from './store.ts'

const shownPurchases = 12
const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Tells purchases apart without telling which they are. */
export const publicPurchaseId = (secret: string, paymentId: string): string =>
  createHmac('sha256', secret).update(`purchase:${paymentId}`).digest('base64url').slice(0, 16)

export async function recentPurchases(db: Drizzle, secret: string): Promise<PublicPurchase[]> {
  const rows = await listShownPurchases(db, shownPurchases)
  return rows.map(({ id, firstName, country }) => ({
    id: publicPurchaseId(secret, id),
    name: firstName,
    country: country && nameOf(country),
    plan: 'lifetime',
  }))
}

function nameOf(country: string): string | null {
  try {
    return countryNames.of(country) ?? null
  } catch {
    return null
  }
}
