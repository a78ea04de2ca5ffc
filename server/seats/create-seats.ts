import type { Drizzle } from '../db/database.ts'
import type { JobHandlers } from '../jobs/create-jobs.ts'
import { createSeatReservations } from './seat-reservations.ts'
import {
  closeDueOffers,
  countFreeSeats,
  exportSeats,
  findSoldSeat,
  forgetNetworks,
  readOffer,
} from './store.ts'

interface SeatsDeps {
  db: Drizzle
  readers: Drizzle
  /** Null with the simulated source: no new seat is held. */
  offerId: string | null
  /** The time by the database. */
  now: () => Date
}

const minuteMs = 60_000

/** The limited seats of an offer. */
export function createSeats({ db, readers, offerId, now }: SeatsDeps) {
  const jobs: JobHandlers = {
    'close-offers': { everyMs: minuteMs, run: () => closeDueOffers(db) },
    'forget-networks': { everyMs: minuteMs, run: () => forgetNetworks(db) },
  }
  return {
    reservations: createSeatReservations(offerId, now),
    jobs,
    findSold: findSoldSeat,
    countFree: () => countFreeSeats(db),
    readOffer: (id: string) => readOffer(readers, id),
    exportData: (userId: string) => exportSeats(db, userId),
  }
}
