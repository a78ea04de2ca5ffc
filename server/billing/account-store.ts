import { eq } from 'drizzle-orm'
import { stripeAccounts } from '../db/schema.ts'
import type { BillingDeps } from './deps.ts'

/** Returns what the operator is to be told when the key belongs to another account than the one before. */
export async function checkAccount({
  db,
  payments,
}: Pick<BillingDeps, 'db' | 'payments'>): Promise<string | null> {
  const { livemode } = payments
  const id = await payments.readAccount()
  if (id === null) return null
  const before = await db.transaction(async (tx) => {
    const [known] = await tx
      .select()
      .from(stripeAccounts)
      .where(eq(stripeAccounts.livemode, livemode))
      .for('update')
    await tx
      .insert(stripeAccounts)
      .values({ id, livemode })
      .onConflictDoUpdate({ target: stripeAccounts.livemode, set: { id } })
    return known?.id ?? id
  })
  return before === id ? null : accountChanged(id, before, livemode)
}

const accountChanged = (id: string, before: string, livemode: boolean): string => {
  const changed = `STRIPE_SECRET_KEY belongs to the account ${id}; this database was used with ${before}. A lifetime plan that was paid there stays, subscriptions there give nothing any more.`
  return livemode
    ? `${changed} ${before} goes on charging for them: cancel them there, or put its key back.`
    : changed
}
