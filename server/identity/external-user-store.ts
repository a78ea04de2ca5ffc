import { generateId } from 'better-auth'
import { eq } from 'drizzle-orm'
import { isUndeliverable } from '../../core/identity/undeliverable.ts'
import type { Drizzle } from '../db/database.ts'
import { innermostError } from '../db/innermost-error.ts'
import { customers, externalIds, grants, users } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import type { MailAddress } from '../mail-address.ts'
import { endFormerAddress } from './change-address.ts'

/** A user of the operator's product, as the product's server or the issuer of its tokens describes them. */
export interface ExternalUser {
  externalId: string
  email: string
  name?: string | undefined
  /** Whether that party has verified the address. */
  emailVerified: boolean
}

export type AddressedUser = ExternalUser & { email: MailAddress }

export interface SavedExternalUser {
  userId: string
  outcome: 'created' | 'updated' | 'unchanged'
  /** The address until now, where it changed. */
  emailBefore?: string
  /** An account that was there before belongs to this external id from now on. */
  isLinked?: true
}

/** The address of a user who lost one that was never verified. No mail server has a name under `.invalid` (RFC 2606). */
const placeholderAddress = (userId: string): string => `${userId}@unverified.invalid`

interface Linked extends SavedExternalUser {
  /** The user who had the external id before. */
  left?: string
}

/** Called in every transaction that changes what the product is told of a customer. */
export type RecordCustomerState = (tx: Drizzle, userId: string) => Promise<void>

export interface SaveOptions {
  recordCustomerState: RecordCustomerState
  /** Called in the transaction, unless nothing changed. */
  recordSaved?: ((tx: Drizzle, saved: SavedExternalUser) => Promise<void>) | undefined
  /** For a known user whose new address another account has; `ignore` keeps the old one. */
  takenEmail?: 'refuse' | 'ignore'
}

const maxAttempts = 5
/** A unique constraint, a deadlock, and a user who was deleted meanwhile. */
const retried = new Set(['23505', '40P01', '23503'])

/**
 * Creates, links or updates the user of an external id, which never changes hands, but for a user whose address another
 * person has proven: once the product has verified it too, that person is theirs. Of two requests at once one may violate a
 * unique constraint: it runs again and then sees what the other has written.
 */
export async function saveExternalUser(
  db: Drizzle,
  given: AddressedUser,
  { recordCustomerState, recordSaved, takenEmail = 'refuse' }: SaveOptions,
): Promise<SavedExternalUser> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        const { left, ...saved } =
          (await updateKnown(tx, given, takenEmail)) ?? (await linkOrCreate(tx, given))
        if (left) await recordCustomerState(tx, left)
        if (saved.outcome === 'unchanged') return saved
        await recordCustomerState(tx, saved.userId)
        await recordSaved?.(tx, saved)
        return saved
      })
    } catch (error) {
      if (attempt === maxAttempts || !retried.has(innermostError(error).code ?? '')) throw error
    }
  }
}

async function updateKnown(
  tx: Drizzle,
  { externalId, email, name, emailVerified }: AddressedUser,
  takenEmail: 'refuse' | 'ignore',
): Promise<Linked | null> {
  const [known] = await tx
    .select({ id: users.id, email: users.email, name: users.name, emailVerified: users.emailVerified })
    .from(externalIds)
    .innerJoin(users, eq(users.id, externalIds.userId))
    .where(eq(externalIds.externalId, externalId))
    .for('update', { of: users })
  if (!known) return null
  const isSameEmail = known.email === email
  const holder = isSameEmail ? undefined : await findByEmail(tx, email)
  if (holder) {
    // With a made-up address: its owner has proven it and taken it away from this user (claimAddress).
    const isClaimed = isUndeliverable(known.email)
    const isOwner = emailVerified && holder.emailVerified && !holder.externalId
    if (isClaimed && isOwner && (await isUnused(tx, known.id))) {
      await tx.update(externalIds).set({ userId: holder.id }).where(eq(externalIds.externalId, externalId))
      return { userId: holder.id, outcome: 'updated', left: known.id, isLinked: true }
    }
    if (isClaimed || takenEmail === 'ignore') return { userId: known.id, outcome: 'unchanged' }
    throw new AppError('email-taken')
  }
  const after = {
    email,
    name: name ?? known.name,
    // A proof of the old address says nothing about a new one.
    emailVerified: emailVerified || (isSameEmail && known.emailVerified),
  }
  const isUnchanged = isSameEmail && after.name === known.name && after.emailVerified === known.emailVerified
  if (!isUnchanged) await tx.update(users).set(after).where(eq(users.id, known.id))
  if (isUnchanged) return { userId: known.id, outcome: 'unchanged' }
  if (isSameEmail) return { userId: known.id, outcome: 'updated' }
  await endFormerAddress(tx, { userId: known.id, emailBefore: known.email, email })
  return { userId: known.id, outcome: 'updated', emailBefore: known.email }
}

async function linkOrCreate(tx: Drizzle, given: AddressedUser): Promise<Linked> {
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
  return found ? { userId, outcome: 'updated', isLinked: true } : { userId, outcome: 'created' }
}

/** Nothing was bought, begun to buy, or given. */
const isUnused = async (tx: Drizzle, userId: string): Promise<boolean> =>
  (await tx.$count(customers, eq(customers.userId, userId))) === 0 &&
  (await tx.$count(grants, eq(grants.userId, userId))) === 0

async function findByEmail(tx: Drizzle, email: MailAddress) {
  const [found] = await tx
    .select({ id: users.id, emailVerified: users.emailVerified, externalId: externalIds.externalId })
    .from(users)
    .leftJoin(externalIds, eq(externalIds.userId, users.id))
    .where(eq(users.email, email))
    .for('update', { of: users })
  return found
}

/**
 * Makes the address the one of an account that its owner, who has just proven it, may enter. A user whom the product or a
 * provider named with this address unverified loses it and keeps the account with all that is in it: else somebody could
 * register with another's address in advance and later share their account, or lose what they paid for to whoever owns an
 * address that they mistyped. Returns the id of the account. Both in one transaction, so that nobody takes the address in between.
 */
export async function claimAddress(
  db: Drizzle,
  email: MailAddress,
  recordCustomerState: RecordCustomerState,
): Promise<string> {
  const owner = () => ({ id: generateId(), email, name: '', emailVerified: true })
  const userId = await db.transaction(async (tx) => {
    // First: it waits for whoever is about to take the address, so that what is read next is final.
    const created = await tx.insert(users).values(owner()).onConflictDoNothing().returning({ id: users.id })
    if (created[0]) return created[0].id
    const found = await findByEmail(tx, email)
    // The account that had the address was deleted meanwhile.
    if (!found) return null
    if (found.emailVerified) return found.id
    const placeholder = placeholderAddress(found.id)
    await tx.update(users).set({ email: placeholder }).where(eq(users.id, found.id))
    await recordCustomerState(tx, found.id)
    const own = owner()
    await tx.insert(users).values(own)
    return own.id
  })
  return userId ?? claimAddress(db, email, recordCustomerState)
}
