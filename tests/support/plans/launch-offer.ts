import type { OfferTerms } from '../../../server/seats/open-offer.ts'

/** An offer of three seats, which tests change as they need. */
export const launchOffer: OfferTerms = {
  id: 'launch',
  cap: 3,
  dealPriceMinor: 8_900,
  laterPriceMinor: 14_900,
  currency: 'usd',
  closesAt: null,
  cooldownDays: 30,
  otherPrices: {},
}
