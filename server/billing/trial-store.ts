import { createHmac } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { mailboxOf } from '../../core/identity/mailbox.ts'
import { batchReads } from '../db/batch-reads.ts'
import type { Drizzle } from '../db/database.ts'
import { subscriptions, trialsGiven, users } from '../db/schema.ts'

/**
 * One trial per mailbox, ever: also for somebody who signs up with another address of it, or deletes the account and signs up
 * again. A keyed hash of the address is kept, and only when there was a trial (docs/privacy.md).
 */
export function createTrialStore(db: Drizzle, secrets: readonly string[]) {
  const hash = (email: string, secret: string) =>
    createHmac('sha256', secret)
      .update(`trial:${mailboxOf(email)}`)
      .digest('base64url')

  const query = db
    .select({ emailHash: trialsGiven.emailHash })
    .from(trialsGiven)
    .where(sql`${trialsGiven.emailHash} = any(${sql.placeholder('hashes')})`)
    .prepare('')
  /** Batched: every signed-in page reads it. */
  const find = batchReads(
    (hashes: string[]) => query.execute({ hashes }),
    (row) => row.emailHash,
  )

  return {
    async wasGiven(email: string): Promise<boolean> {
      // A secret that was replaced still explains what was written with it.
      const found = await Promise.all(secrets.map((secret) => find(hash(email, secret))))
      return found.flat().length > 0
    },

    /** To be called in the transaction that writes the subscription, or removes the user. */
    async record(tx: Drizzle, userId: string): Promise<void> {
      const [user] = await tx
        .select({ email: users.email })
        .from(users)
        .innerJoin(subscriptions, and(eq(subscriptions.userId, users.id), eq(subscriptions.hadTrial, true)))
        .where(eq(users.id, userId))
        .limit(1)
      const [secret] = secrets
      if (user && secret)
        await tx
          .insert(trialsGiven)
          .values({ emailHash: hash(user.email, secret) })
          .onConflictDoNothing()
    },
  }
}
