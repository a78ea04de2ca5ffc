import { eq, inArray } from 'drizzle-orm'
import { type Notice, noticeKey } from '../../../core/billing/notices.ts'
import type { Drizzle } from '../../db/database.ts'
import { reminderOptOuts, sentNotices } from '../../db/schema.ts'
import { ensureJob } from '../../jobs/store.ts'

/** To be called in the transaction that writes what the notices are about. What was sent is not enqueued again. */
export async function enqueueNotices(
  tx: Drizzle,
  { userId, notices, now }: { userId: string; notices: Notice[]; now: Date },
): Promise<void> {
  if (notices.length === 0) return
  const sent = await listSent(tx, notices.map(noticeKey))
  for (const notice of notices) {
    const key = noticeKey(notice)
    if (sent.has(key)) continue
    const later = notice.dueAt > now && { runAt: notice.dueAt }
    await ensureJob(tx, { kind: 'send-notice', key, payload: { userId }, ...later })
  }
}

async function listSent(db: Drizzle, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: sentNotices.key })
    .from(sentNotices)
    .where(inArray(sentNotices.key, keys))
  return new Set(rows.map(({ key }) => key))
}

export const isNoticeSent = async (db: Drizzle, key: string): Promise<boolean> =>
  (await listSent(db, [key])).size > 0

export async function recordSent(db: Drizzle, sent: { key: string; userId: string }): Promise<void> {
  await db.insert(sentNotices).values(sent).onConflictDoNothing()
}

export const hasOptedOut = async (db: Drizzle, userId: string): Promise<boolean> =>
  (await db.$count(reminderOptOuts, eq(reminderOptOuts.userId, userId))) > 0

export async function saveReminderChoice(
  db: Drizzle,
  { userId, reminders }: { userId: string; reminders: boolean },
): Promise<void> {
  if (reminders) await db.delete(reminderOptOuts).where(eq(reminderOptOuts.userId, userId))
  else await db.insert(reminderOptOuts).values({ userId }).onConflictDoNothing()
}
