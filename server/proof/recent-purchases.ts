import { createHmac } from 'node:crypto'
import type { Language } from '../../core/messages/languages.ts'
import type { PublicPurchase } from '../../core/urgency/contract.ts'
import type { Drizzle } from '../db/database.ts'
import { listShownPurchases } from './store.ts'

const shownPurchases = 12
const countryNames = new Map<Language, Intl.DisplayNames>()

/** Tells purchases apart without telling which they are. */
export const publicPurchaseId = (secret: string, paymentId: string): string =>
  createHmac('sha256', secret).update(`purchase:${paymentId}`).digest('base64url').slice(0, 16)

export async function recentPurchases(
  db: Drizzle,
  { secret, livemode }: { secret: string; livemode: boolean },
  language: Language = 'en',
): Promise<PublicPurchase[]> {
  const rows = await listShownPurchases(db, livemode, shownPurchases)
  return rows.map(({ id, firstName, country }) => ({
    id: publicPurchaseId(secret, id),
    name: firstName,
    country: country && nameOf(country, language),
    plan: 'lifetime',
  }))
}

function nameOf(country: string, language: Language): string | null {
  const names =
    countryNames.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  countryNames.set(language, names)
  try {
    return names.of(country) ?? null
  } catch {
    return null
  }
}
