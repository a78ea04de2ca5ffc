import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    plan: text('plan', { enum: ['free', 'monthly', 'lifetime'] }).notNull(),
    // The payment service's own word, kept as it comes: a status it adds later must not stop a webhook.
    status: text('status').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true })
      .notNull()
      .defaultNow()
      .$onUpdate(() => sql`now()`),
  },
  (table) => [
    check('subscriptions_plan_known', sql`${table.plan} in ('free', 'monthly', 'lifetime')`),
    // The guarantee behind "nobody pays twice": it holds however many requests race.
    uniqueIndex('subscriptions_one_live_per_user')
      .on(table.userId)
      .where(sql`${table.status} in ('trialing', 'active')`),
  ],
)
