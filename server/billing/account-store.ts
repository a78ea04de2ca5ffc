import { eq } from 'drizzle-orm'
import type { Drizzle } from '../db/database.ts'
import { stripeAccounts } from '../db/schema.ts'
import { periodicKey } from '../jobs/create-jobs.ts'
import { enqueueJob } from '../jobs/store.ts'
import type { PaymentService } from './stripe/payment-service.ts'

interface AccountDeps {
  db: Drizzle
  payments: Pick<PaymentService, 'livemode' | 'readAccount'>
}

export const checkAccountJob = 'check-account'

/** Warns when the key belongs to another account than the one before, and remembers it after that: a crash in between warns again. */
export async function checkAccount(
  { db, payments }: AccountDeps,
  warn: (warning: string) => void,
): Promise<void> {
  const { livemode } = payments
  const id = await payments.readAccount()
  if (id === null) return
  const [before] = await db.select().from(stripeAccounts).where(eq(stripeAccounts.livemode, livemode))
  if (before?.id === id) return
  if (before) warn(accountChanged(id, before.id, livemode))
  await db
    .insert(stripeAccounts)
    .values({ id, livemode })
    .onConflictDoUpdate({ target: stripeAccounts.livemode, set: { id } })
}

/** By each process at its start: a job could be done by one that still has the key before. When Stripe is silent, a job is left to ask. */
export const checkAccountAtStart = (deps: AccountDeps, warn: (warning: string) => void): Promise<void> =>
  checkAccount(deps, warn).catch(() => enqueueJob(deps.db, { kind: checkAccountJob, key: periodicKey }))

const accountChanged = (id: string, before: string, livemode: boolean): string => {
  const changed = `STRIPE_SECRET_KEY belongs to the account ${id}; this database was used with ${before}. A lifetime plan that was paid there stays, subscriptions there give nothing any more.`
  return livemode
    ? `${changed} ${before} goes on charging for them: cancel them there, or put its key back.`
    : changed
}
