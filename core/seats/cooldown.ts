const dayMs = 86_400_000

interface Offer {
  id: string
  dealPriceMinor: number
  currency: string
  /** In further currencies, by code. Null: not known. */
  otherPrices: Record<string, { dealPriceMinor: number }> | null
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
 * Rule L8, no serial scarcity: an offer at or below an earlier deal price, in any currency, has to wait until the later price has been
 * in force for the cooldown that the earlier offer promised, or the new one promises if that is longer. Returns the offer that
 * blocks for longest.
 */
export function findBlockingOffer<Past extends PastOffer>(
  opening: Offer,
  past: readonly Past[],
  now: Date,
): BlockingOffer<Past> | null {
  const blocking = past
    .filter((offer) => !isDearer(opening, offer))
    .map((offer) => {
      const days = Math.max(offer.cooldownDays, opening.cooldownDays)
      return { offer, opensFrom: new Date(offer.closedAt.getTime() + days * dayMs) }
    })
    .filter(({ opensFrom }) => opensFrom > now)
    .sort((one, other) => other.opensFrom.getTime() - one.opensFrom.getTime())
  return blocking[0] ?? null
}

/** In every currency of its own. What the earlier offer has no price for cannot be compared and counts as not above. */
function isDearer(opening: Offer, past: Offer): boolean {
  const others = Object.entries(opening.otherPrices ?? {})
  return (
    opening.currency === past.currency &&
    opening.dealPriceMinor > past.dealPriceMinor &&
    others.every(
      ([currency, { dealPriceMinor }]) =>
        dealPriceMinor > (past.otherPrices?.[currency]?.dealPriceMinor ?? Infinity),
    )
  )
}
