import { ConfigurationError } from '../configuration-error.ts'
import type { Drizzle } from '../db/database.ts'
import {
  countSoldByMode,
  hasLiveCheckout,
  hasTestOffer,
  lockOffers,
  markOffers,
  removeOffers,
} from './store.ts'

/**
 * At the start, ahead of `openOffer`: an offer is of the key that it was opened with. What was sold with a test key was not sold
 * for real, and the public log cannot take it back: with the first live key the offers and their log begin anew. Once somebody
 * pays for real nothing is removed any more, and a test key is refused. Safe to repeat. Returns what the operator is to be told.
 */
export async function separateModes(db: Drizzle, livemode: boolean): Promise<string | null> {
  const isAnew = livemode && (await beginAnew(db))
  const sold = await countSoldByMode(db)
  if (!livemode && sold.real > 0) throw new ConfigurationError(soldForReal(sold))
  await markOffers(db, livemode)
  if (isAnew) return anew
  return livemode && sold.test > 0 ? mixed(sold.test) : null
}

async function beginAnew(db: Drizzle): Promise<boolean> {
  if (!(await isOfTestKey(db))) return false
  return db.transaction(async (tx) => {
    await lockOffers(tx)
    // Another process may have been faster.
    if (!(await isOfTestKey(tx))) return false
    await removeOffers(tx)
    return true
  })
}

async function isOfTestKey(db: Drizzle): Promise<boolean> {
  const sold = await countSoldByMode(db)
  if (sold.real > 0 || (await hasLiveCheckout(db))) return false
  return sold.test > 0 || (await hasTestOffer(db))
}

const seatsSold = (count: number, of: string) =>
  count === 1 ? `1 seat of ${of} was sold` : `${count} seats of ${of} were sold`

const soldForReal = ({ real, offers }: { real: number; offers: string[] }) =>
  `In this database ${seatsSold(real, offers.map((id) => `"${id}"`).join(', '))} for real, and STRIPE_SECRET_KEY is a test key, or is not set. What is bought with it would use up seats of the offer, and stand in its public log for good. Start with the live key. To try something out, use another database (DATABASE_URL, DATA_DIR), or URGENCY_SOURCE=simulated.`

const anew =
  'The offers of the test key are no offers of this shop: with the live key the seats and their public log begin anew. A SEAT_LOG_KEY that has signed the log of the test should be replaced too.'

const mixed = (count: number) =>
  `${seatsSold(count, 'the public log')} with a test key, before this was kept apart. What is in the log stays sold.`
