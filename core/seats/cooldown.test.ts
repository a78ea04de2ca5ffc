import { expect, test } from 'vitest'
import { findBlockingOffer } from './cooldown.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const offer = { id: 'second', dealPriceMinor: 8_900, currency: 'usd', otherPrices: {}, cooldownDays: 30 }
const launch = { ...offer, id: 'launch', closedAt: day(1) }

test('L8: an offer at or below an earlier deal price waits until the later price was in force for 30 days', () => {
  expect(findBlockingOffer(offer, [launch], day(30))).toEqual({ offer: launch, opensFrom: day(31) })
  expect(findBlockingOffer({ ...offer, dealPriceMinor: 100 }, [launch], day(30))?.offer).toBe(launch)
  expect(findBlockingOffer(offer, [launch], day(31))).toBeNull()
})

test('L8: an offer above every earlier deal price may begin at once', () => {
  expect(findBlockingOffer({ ...offer, dealPriceMinor: 8_901 }, [launch], day(1))).toBeNull()
})

test('L8: prices in different currencies cannot be compared: the offer waits', () => {
  const other = { ...offer, dealPriceMinor: 1_000_000, currency: 'jpy' }
  expect(findBlockingOffer(other, [launch], day(2))?.offer).toBe(launch)
})

test('L8: an offer is above an earlier one only if it is so in every currency', () => {
  const inEur = (dealPriceMinor: number) => ({ eur: { dealPriceMinor } })
  const past = { ...launch, otherPrices: inEur(8_500) }
  const dearer = { ...offer, dealPriceMinor: 9_900 }
  expect(findBlockingOffer({ ...dearer, otherPrices: inEur(8_501) }, [past], day(1))).toBeNull()
  expect(findBlockingOffer({ ...dearer, otherPrices: inEur(8_500) }, [past], day(1))?.offer).toBe(past)
  expect(findBlockingOffer({ ...dearer, otherPrices: inEur(9_000) }, [launch], day(1))?.offer).toBe(launch)
  expect(findBlockingOffer(dearer, [past], day(1))).toBeNull()
})

test('L8: an earlier offer keeps the cooldown that it promised; a shorter setting counts for offers after it', () => {
  expect(findBlockingOffer({ ...offer, cooldownDays: 0 }, [launch], day(30))?.opensFrom).toEqual(day(31))
  const brief = { ...launch, cooldownDays: 7 }
  expect(findBlockingOffer({ ...offer, cooldownDays: 7 }, [brief], day(8))).toBeNull()
  expect(findBlockingOffer(offer, [brief], day(8))?.opensFrom).toEqual(day(31))
})

test('L8: of several earlier offers the one that blocks for longest is named', () => {
  const later = { ...launch, id: 'spring', closedAt: day(20) }
  expect(findBlockingOffer(offer, [launch, later], day(25))?.offer).toBe(later)
})
