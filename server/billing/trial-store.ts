import { createHmac } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { mailboxOf } from '../../core/identity/mailbox.ts'
import type { Drizzle } from '../db/database.ts'
import { subscriptions, trialsGiven, users } from '../db/schema.ts'

/**
 * One trial per mailbox, ever: also for somebody who signs up with another address of it, or deletes the account and signs up
 * again. A keyed hash of the address is kept, and only when there was a trial (docs/privacy.md).
 */
export function createTrialStore(secrets: readonly string[]) {
  const hash = (email: string, secret: string) =>
    createHmac('sha256', secret)
      .update(`trial:${mailboxOf(email)}`)
      .digest('base64url')

  return {
    /** Any of them may have been recorded: a secret that was replaced still explains what was written with it. */
    hashes: (email: string): string[] => secrets.map((secret) => hash(email, secret)),

    /** To be called in the transaction that writes the subscription. */
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
