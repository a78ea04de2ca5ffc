import type { SiteLanguages } from '../../core/messages/site-languages.ts'
import type { Drizzle } from '../db/database.ts'
import type { SeatReservations } from './seat-reservations.ts'
import type { PaymentService } from './stripe/payment-service.ts'

/** What billing works with. */
export interface BillingDeps {
  db: Drizzle
  payments: PaymentService
  seats: SeatReservations
  /** The time by the database. */
  now: () => Date
  siteUrl: string
  languages: SiteLanguages
  trialDays: number
  graceDays: number
  /** What becomes of the unused part of a month that a lifetime replaces. */
  unused: 'credit' | 'refund'
  /** For how long a buyer gets everything back; without it there is no such guarantee. */
  guaranteeDays?: number | undefined
  /** Remembers, in the transaction that writes it, that the user had a trial: there is one for each mailbox. */
  recordTrial?: (tx: Drizzle, userId: string) => Promise<void>
  /** Tells the operator's product, in the transaction that writes it, what the user may use now. */
  recordState?: (tx: Drizzle, userId: string) => Promise<void>
  /** To be called after a commit that enqueued a job: it is begun at once, and not a second later. */
  wakeJobs?: () => void
}
