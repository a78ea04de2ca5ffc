import type { Catalogue } from '../../../core/plans/catalogue.ts'
import type {
  jobs,
  offers,
  seatHolds,
  seatLedger,
  stripeEvents,
  subscriptions,
} from '../../../server/db/schema.ts'

/** In the ledger, where the test has taken a seat from its holder. */
export const lostReason = 'lost by the test'

/** The orders to a server process of a run. */
export interface ShopOrders {
  databaseUrl?: string | undefined
  dataDir: string
  apiUrl: string
  webhookSecret: string
  catalogue: Catalogue
  /** How far its clock is ahead of the real one. */
  aheadMs: number
}

/** What a server process of a run finds in its database. */
export interface ContentionLedger {
  offers: (typeof offers.$inferSelect)[]
  holds: (typeof seatHolds.$inferSelect)[]
  ledger: (typeof seatLedger.$inferSelect)[]
  subscriptions: (typeof subscriptions.$inferSelect)[]
  pendingJobs: (typeof jobs.$inferSelect)[]
  events: (typeof stripeEvents.$inferSelect)[]
}
