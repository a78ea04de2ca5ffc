import type { Catalogue } from '../../core/plans/catalogue.ts'
import { priceMinor } from '../../core/plans/plan-card.ts'
import { type BlockingOffer, findBlockingOffer } from '../../core/seats/cooldown.ts'
import { ConfigurationError } from '../configuration-error.ts'
import type { Drizzle } from '../db/database.ts'
import {
  closeDueOffers,
  findOffer,
  findOpenOffer,
  insertOffer,
  listOffers,
  type NewOffer,
  type Offer,
  type OtherPrices,
  tightenOffer,
} from './store.ts'

export type OfferTerms = NewOffer

export function offerTerms(catalogue: Catalogue): OfferTerms {
  const { base, live } = catalogue.urgency
  return {
    id: live.offer,
    cap: base,
    dealPriceMinor: priceMinor(catalogue, 'lifetime'),
    laterPriceMinor: priceMinor(catalogue, 'lifetimeLater'),
    currency: catalogue.currency,
    closesAt: live.closesAt ? new Date(live.closesAt) : null,
    cooldownDays: live.cooldownDays,
    otherPrices: Object.fromEntries(
      Object.keys(catalogue.currencies).map((currency) => [
        currency,
        {
          dealPriceMinor: priceMinor(catalogue, 'lifetime', currency),
          laterPriceMinor: priceMinor(catalogue, 'lifetimeLater', currency),
        },
      ]),
    ),
  }
}

/**
 * Opens the offer of the catalogue, or holds the catalogue to what it was opened with: while it runs there may be fewer
 * seats, an earlier end and a longer cooldown, never more seats, never a later end, and no other price in any currency. Safe to run
 * any number of times.
 */
export async function openOffer(db: Drizzle, terms: OfferTerms): Promise<void> {
  // One whose time ended while no server ran.
  await closeDueOffers(db)
  const running = await findOpenOffer(db)
  if (running && running.id !== terms.id) throw new ConfigurationError(stillOpen(running, terms))
  if (!running) await refuseSerialScarcity(db, terms)
  await insertOffer(db, terms)
  const offer = await findOffer(db, terms.id)
  if (!offer) throw new ConfigurationError('Another offer was opened at the same moment. Start again.')
  if (!offer.isOpen) return

  const broken = brokenPromises(offer, terms)
  if (broken.length > 0) {
    throw new ConfigurationError(
      `The offer "${offer.id}" is open, and what it promised stands until it is over:\n${broken.join('\n')}`,
    )
  }
  const { cap, cooldownDays, otherPrices, closesAt } = terms
  const isSameEnd = closesAt?.getTime() === offer.closesAt?.getTime()
  const isSame =
    offer.otherPrices !== null && cap === offer.cap && cooldownDays === offer.cooldownDays && isSameEnd
  if (!isSame)
    await tightenOffer(db, offer.id, {
      cap,
      cooldownDays,
      otherPrices,
      ...(closesAt && !isSameEnd && { closesAt }),
    })
  await closeDueOffers(db)
}

/** Rule L8: no new offer at or below an earlier deal price until the later price has been in force for the cooldown. */
async function refuseSerialScarcity(db: Drizzle, terms: OfferTerms): Promise<void> {
  const { offers, now } = await listOffers(db)
  const past = offers.flatMap((offer) => (offer.closedAt ? [{ ...offer, closedAt: offer.closedAt }] : []))
  if (past.some(({ id }) => id === terms.id)) return
  const blocking = findBlockingOffer(terms, past, now)
  if (blocking) throw new ConfigurationError(stillCoolingDown(blocking, terms))
}

function brokenPromises(offer: Offer, terms: OfferTerms): string[] {
  const broken: string[] = []
  const say = (field: string, was: unknown, is: unknown) => broken.push(`  ${field} was ${was}, not ${is}`)
  if (terms.cap > offer.cap) say('urgency.base', offer.cap, terms.cap)
  if (terms.cap < offer.taken) broken.push(`  urgency.base: ${offer.taken} seats are taken already`)
  if (terms.dealPriceMinor !== offer.dealPriceMinor || terms.currency !== offer.currency)
    say('plans.lifetime.price', money(offer, 'dealPriceMinor'), money(terms, 'dealPriceMinor'))
  if (terms.laterPriceMinor !== offer.laterPriceMinor)
    say('plans.lifetime.laterPrice', money(offer, 'laterPriceMinor'), money(terms, 'laterPriceMinor'))
  if (offer.otherPrices) broken.push(...brokenPrices(offer.otherPrices, terms.otherPrices))
  if (offer.closesAt && (!terms.closesAt || terms.closesAt > offer.closesAt))
    say('urgency.live.closesAt', offer.closesAt.toISOString(), terms.closesAt?.toISOString() ?? 'nothing')
  if (terms.cooldownDays < offer.cooldownDays)
    say('urgency.live.cooldownDays', offer.cooldownDays, terms.cooldownDays)
  return broken
}

/** A currency that comes or goes changes its prices too. */
function brokenPrices(promised: OtherPrices, wanted: OtherPrices): string[] {
  const moneyIn = (prices: OtherPrices, currency: string, field: PriceField) => {
    const inCurrency = prices[currency]
    return inCurrency ? money({ ...inCurrency, currency }, field) : 'nothing'
  }
  const places = [...new Set([...Object.keys(promised), ...Object.keys(wanted)])].flatMap((currency) => [
    { currency, field: 'dealPriceMinor' as const, key: 'lifetime' },
    { currency, field: 'laterPriceMinor' as const, key: 'laterPrice' },
  ])
  return places.flatMap(({ currency, field, key }) => {
    const [was, is] = [moneyIn(promised, currency, field), moneyIn(wanted, currency, field)]
    return was === is ? [] : [`  currencies.${currency}.${key} was ${was}, not ${is}`]
  })
}

type PriceField = 'dealPriceMinor' | 'laterPriceMinor'

const money = (terms: Pick<Offer, PriceField | 'currency'>, field: PriceField) =>
  `${terms[field]} ${terms.currency} (in the smallest unit)`

const stillOpen = (running: Offer, terms: OfferTerms) =>
  `The offer "${running.id}" is still open, so "${terms.id}" cannot begin. It ends when its last seat is sold or at its closing time; to end it now, name it again in urgency.live.offer with a closesAt that has passed.`

const stillCoolingDown = ({ offer, opensFrom }: BlockingOffer<Offer>, terms: OfferTerms) =>
  `The offer "${terms.id}" cannot begin yet. Its deal price, ${money(terms, 'dealPriceMinor')}, is not above that of the offer "${offer.id}", ${money(offer, 'dealPriceMinor')}, which ended ${offer.closedAt?.toISOString()}: visitors were told that the price would go up after it. It may begin from ${opensFrom.toISOString()}, or now with a higher plans.lifetime.price.`
