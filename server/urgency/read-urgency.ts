import { inLanguage } from '../../core/messages/in-language.ts'
import type { Language } from '../../core/messages/languages.ts'
import type { SiteLanguage } from '../../core/messages/site-languages.ts'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { priceLabel } from '../../core/plans/plan-card.ts'
import type { LiveUrgency, PublicPurchase } from '../../core/urgency/contract.ts'
import { earnedVariant } from '../../core/urgency/earned-variant.ts'

interface OfferFigures {
  cap: number
  taken: number
  sold: number
  isOpen: boolean
  closesAt: Date | null
  /** When they were read, by the database. */
  asOf: Date
}

export interface UrgencyDeps {
  catalogue: Catalogue
  readOffer: (id: string) => Promise<OfferFigures>
  /** The newest purchases that may be shown. */
  listPurchases: (language: Language) => Promise<PublicPurchase[]>
  /** How many there were within so many hours, counted no further than `upTo`. */
  countPurchases: (windowHours: number, upTo: number) => Promise<number>
}

/** Rule L1: read from the very row that checkout enforces. Price and countries are in the language. */
export async function readUrgency(deps: UrgencyDeps, site: SiteLanguage): Promise<LiveUrgency> {
  const { variant, live } = deps.catalogue.urgency
  const { offer, demandWindowHours, demandMinimum } = live
  const { cap, taken, sold, closesAt, isOpen, asOf } = await deps.readOffer(offer)
  const purchases = await deps.listPurchases(site.language)
  const purchasesInWindow =
    variant === 'demand' ? await deps.countPurchases(demandWindowHours, demandMinimum) : 0
  const remaining = isOpen ? cap - taken : 0
  return {
    asOf: asOf.toISOString(),
    cap,
    sold,
    remaining,
    isClosed: !isOpen,
    closesAt: closesAt?.toISOString() ?? null,
    price: inLanguage(site, () => priceLabel(deps.catalogue, isOpen ? 'lifetime' : 'lifetimeLater')),
    variant: earnedVariant(variant, { remaining, closesAt, purchasesInWindow, demandMinimum }),
    purchases,
  }
}
