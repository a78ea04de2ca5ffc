import { generateId } from 'better-auth'
import { eq } from 'drizzle-orm'
import { isUndeliverable } from '../../core/identity/undeliverable.ts'
import type { Drizzle } from '../db/database.ts'
import { innermostError } from '../db/innermost-error.ts'
import { externalIds, users } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { placeholderAddress } from './email-address.ts'

/** A user of the operator's product, as the product's server or the issuer of its tokens describes them. */
export interface ExternalUser {
  externalId: string
  email: string
  name?: string | undefined
  /** Whether that party has verified the address. */
  emailVerified: boolean
}

export interface SavedExternalUser {
  userId: string
  outcome: 'created' | 'updated' | 'unchanged'
}

/** Called in every transaction that changes what the product is told of a customer. */
export type RecordCustomerState = (tx: Drizzle, userId: string) => Promise<void>

const maxAttempts = 5
/** A unique constraint, a deadlock, and a user who was deleted meanwhile. */
const retried = new Set(['23505', '40P01', '23503'])

/**
 * Creates, links or updates the user of an external id, which never changes hands. Of two requests at once one may violate a
 * unique constraint: it runs again and then sees what the other has written.
 */
export async function saveExternalUser(
  db: Drizzle,
  given: ExternalUser,
  recordCustomerState: RecordCustomerState,
  /** Of a known user whose new address another account has; `ignore` keeps the old one. */
  takenEmail: 'refuse' | 'ignore' = 'refuse',
): Promise<SavedExternalUser> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        const saved = (await updateKnown(tx, given, takenEmail)) ?? (await linkOrCreate(tx, given))
        if (saved.outcome !== 'unchanged') await recordCustomerState(tx, saved.userId)
        return saved
      })
    } catch (error) {
      if (attempt === maxAttempts || !retried.has(innermostError(error).code ?? '')) throw error
    }
  }
}

async function updateKnown(
  tx: Drizzle,
  { externalId, email, name, emailVerified }: ExternalUser,
  takenEmail: 'refuse' | 'ignore',
): Promise<SavedExternalUser | null> {
  const [known] = await tx
    .select({ id: users.id, email: users.email, name: users.name, emailVerified: users.emailVerified })
    .from(externalIds)
    .innerJoin(users, eq(users.id, externalIds.userId))
    .where(eq(externalIds.externalId, externalId))
    .for('update', { of: users })
  if (!known) return null
  const isSameEmail = known.email === email
  const isTaken = !isSameEmail && (await findByEmail(tx, email)) !== undefined
  // With a made-up address: its owner has proven it and taken it away from this user (claimAddress), who stays the product's.
  if (isTaken && (takenEmail === 'ignore' || isUndeliverable(known.email)))
    return { userId: known.id, outcome: 'unchanged' }
  if (isTaken) throw new AppError('email-taken')
  const after = {
    email,
    name: name ?? known.name,
    // A proof of the old address says nothing about a new one.
    emailVerified: emailVerified || (isSameEmail && known.emailVerified),
  }
  const isUnchanged = isSameEmail && after.name === known.name && after.emailVerified === known.emailVerified
  if (!isUnchanged) await tx.update(users).set(after).where(eq(users.id, known.id))
  return { userId: known.id, outcome: isUnchanged ? 'unchanged' : 'updated' }
}

async function linkOrCreate(tx: Drizzle, given: ExternalUser): Promise<SavedExternalUser> {
  const { externalId, email, name = '', emailVerified } = given
  const found = await findByEmail(tx, email)
  // Another request has created this very user since we looked for the id.
  const created = found?.externalId === externalId ? await updateKnown(tx, given, 'refuse') : null
  if (created) return created
  // Both sides must have verified the address: otherwise whoever entered it first would get the other's account.
  if (found && !(emailVerified && found.emailVerified)) throw new AppError('email-taken')
  if (found?.externalId) throw new AppError('external-id-taken')
  const userId = found?.id ?? generateId()
  if (!found) await tx.insert(users).values({ id: userId, email, name, emailVerified })
  await tx.insert(externalIds).values({ externalId, userId })
  return { userId, outcome: found ? 'updated' : 'created' }
}

async function findByEmail(tx: Drizzle, email: string) {
  const [found] = await tx
    .select({ id: users.id, emailVerified: users.emailVerified, externalId: externalIds.externalId })
    .from(users)
    .leftJoin(externalIds, eq(externalIds.userId, users.id))
    .where(eq(users.email, email))
    .for('update', { of: users })
  return found
}

/**
 * Makes the address the one of an account that its owner, who has just proven it, may enter. A user whom the product named
 * with this address unverified loses it and stays the product's: else somebody could register with another's address in
 * advance and later share their account. Both in one transaction, so that nobody takes the address in between.
 */
export async function claimAddress(
  db: Drizzle,
  email: string,
  recordCustomerState: RecordCustomerState,
): Promise<void> {
  const owner = () => ({ id: generateId(), email, name: '', emailVerified: true })
  await db.transaction(async (tx) => {
    // First: it waits for whoever is about to take the address, so that what is read next is final.
    const created = await tx.insert(users).values(owner()).onConflictDoNothing().returning({ id: users.id })
    if (created.length > 0) return
    const found = await findByEmail(tx, email)
    if (!found?.externalId || found.emailVerified) return
    const placeholder = placeholderAddress(found.id)
    await tx.update(users).set({ email: placeholder }).where(eq(users.id, found.id))
    await recordCustomerState(tx, found.id)
    await tx.insert(users).values(owner())
  })
}
