import { ConfigurationError } from '../configuration-error.ts'
import type { Drizzle } from '../db/database.ts'
import { countTestSales, hasTestOffer, isLiveShop, lockOffers, markOffers, removeOffers } from './store.ts'

interface KeyInUse {
  livemode: boolean
  /** Customers whom Stripe knows with this key and who are not in this database; null when it could not be asked. */
  unknownCustomers: number | null
}

/**
 * At the start, ahead of `openOffer`: an offer is of the key that it was opened with. What was sold with a test key was not sold
 * for real, and the public log cannot take it back: with the first live key the offers and their log start over. Once anything
 * was made with a live key nothing is removed any more, and a test key is refused. Safe to repeat. Returns what the operator is
 * to be told.
 */
export async function separateModes(
  db: Drizzle,
  { livemode, unknownCustomers }: KeyInUse,
): Promise<string | null> {
  if (!livemode && (await isLiveShop(db))) throw new ConfigurationError(ofLiveShop)
  const areRestarted = livemode && (await restartOffers(db, unknownCustomers))
  await markOffers(db, livemode)
  if (areRestarted) return restarted
  const sold = livemode ? await countTestSales(db) : 0
  return sold > 0 ? mixed(sold) : null
}

async function restartOffers(db: Drizzle, unknownCustomers: number | null): Promise<boolean> {
  if (!(await isOfTestKey(db))) return false
  if (unknownCustomers === null) throw new ConfigurationError(notAsked)
  // A backup from the time of the test, of a shop that has sold for real since.
  if (unknownCustomers > 0) return false
  return db.transaction(async (tx) => {
    await lockOffers(tx)
    // Another process may have been faster.
    if (!(await isOfTestKey(tx))) return false
    await removeOffers(tx)
    return true
  })
}

const isOfTestKey = async (db: Drizzle): Promise<boolean> =>
  !(await isLiveShop(db)) && ((await hasTestOffer(db)) || (await countTestSales(db)) > 0)

const ofLiveShop =
  'This database is of a shop that sells for real, and STRIPE_SECRET_KEY is a test key, or is not set. What is bought with it would use up seats of the offer, and stand in its public log for good. Start with the live key. To try something out, use another database (DATABASE_URL, DATA_DIR).'

const restarted =
  'The offers of the test key are no offers of this shop: with the live key the seats and their public log start over. A SEAT_LOG_KEY that has signed the log of the test should be replaced too.'

const notAsked =
  'Stripe does not answer. Before the offers of the test key are removed it is asked whether this shop has sold for real. Start again when it answers.'

const mixed = (count: number) =>
  `${count === 1 ? '1 seat of the public log was' : `${count} seats of the public log were`} sold with a test key, before this was kept apart. What is in the log stays sold.`
