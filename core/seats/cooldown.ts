const dayMs = 86_400_000

interface Offer {
  id: string
  dealPriceMinor: number
  currency: string
  cooldownDays: number
}
interface PastOffer extends Offer {
  closedAt: Date
}

export interface BlockingOffer<Past> {
  offer: Past
  /** From when on the new offer may begin. */
  opensFrom: Date
}

/**
 * Rule L8, no serial scarcity: an offer at or below an earlier deal price has to wait until the later price has been in force for
 * the cooldown that the earlier offer promised, or the new one promises if that is longer. Prices in different currencies
 * cannot be compared and count as not above. Returns the offer that blocks for longest.
 */
export function findBlockingOffer<Past extends PastOffer>(
  opening: Offer,
  past: readonly Past[],
  now: Date,
): BlockingOffer<Past> | null {
  const blocking = past
    .filter(
      ({ dealPriceMinor, currency }) =>
        currency !== opening.currency || opening.dealPriceMinor <= dealPriceMinor,
    )
    .map((offer) => {
      const days = Math.max(offer.cooldownDays, opening.cooldownDays)
      return { offer, opensFrom: new Date(offer.closedAt.getTime() + days * dayMs) }
    })
    .filter(({ opensFrom }) => opensFrom > now)
    .sort((one, other) => other.opensFrom.getTime() - one.opensFrom.getTime())
  return blocking[0] ?? null
}
