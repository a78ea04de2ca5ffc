import type { SiteLanguage } from '../../core/messages/site-languages.ts'
import { type Catalogue, catalogueIn } from '../../core/plans/catalogue.ts'
import type { Drizzle } from '../db/database.ts'
import type { ClientNetwork } from '../http/client-network.ts'
import type { FindUser } from '../http/require-user.ts'
import type { JobHandlers } from '../jobs/create-jobs.ts'
import { holdNetwork } from './hold-network.ts'
import { openLogKeys } from './log-key-store.ts'
import { findLoggedSeat } from './log-store.ts'
import { seatRoutes } from './routes.ts'
import { createSeatLog } from './seat-log.ts'
import { seatMail } from './seat-mail.ts'
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
  catalogue: Catalogue
  /** Null with the simulated source: no new seat is held, and no log is public. */
  offerId: string | null
  /** Of the key in use. */
  livemode: boolean
  siteUrl: string
  /** Of the log, in base64; without any it has one in the database. */
  logKeys: readonly string[]
  /** The one in force first. */
  secrets: readonly [string, ...string[]]
  /** The time by the database. */
  now: () => Date
  findUser: FindUser<{ id: string }>
  mailUser: (
    userId: string,
    mailTo: (address: string, site: SiteLanguage) => ReturnType<typeof seatMail>,
  ) => Promise<boolean>
}

const minuteMs = 60_000

/** The limited seats of an offer. */
export function createSeats(deps: SeatsDeps) {
  const { db, readers, catalogue, offerId, livemode, siteUrl, now } = deps
  const hasOffer = offerId !== null
  const log = createSeatLog({
    readers,
    origin: `${new URL(siteUrl).host}/log`,
    openKeys: () => openLogKeys(db, deps.logKeys, deps.secrets),
  })

  /** The seat of a buyer, with what shows that its sale stands in the log. */
  async function readSeat(userId: string) {
    const seat = hasOffer ? await findLoggedSeat(readers, userId, livemode) : null
    if (!seat) return null
    const { number, cap } = seat
    return { number, cap, proof: await log.proveSeat(seat), verifierKey: await log.verifierKey() }
  }

  const jobs: JobHandlers = {
    'close-offers': { everyMs: minuteMs, run: () => closeDueOffers(db) },
    'forget-networks': { everyMs: minuteMs, run: () => forgetNetworks(db) },
    'mail-seat': {
      async run({ payload }) {
        const userId = String(payload.userId ?? '')
        const seat = await readSeat(userId)
        if (!seat) return
        await deps.mailUser(userId, (to, { language }) => {
          const { product, plans } = catalogueIn(catalogue, language)
          return seatMail({ ...seat, product: product.name, plan: plans.lifetime.name, siteUrl, to })
        })
      },
    },
  }
  return {
    routes: seatRoutes({ log: hasOffer ? log : null, livemode, readSeat, findUser: deps.findUser }),
    reservations: createSeatReservations(offerId, now),
    jobs,
    /** Makes the log's key if there is none. */
    prepareLog: async () => (hasOffer ? log.prepare() : undefined),
    readHistory: log.readHistory,
    findSold: (tx: Drizzle, userId: string) => findSoldSeat(tx, userId, livemode),
    countFree: () => countFreeSeats(db),
    readOffer: (id: string) => readOffer(readers, id),
    exportData: (userId: string) => exportSeats(db, userId),
    holdNetwork: (network: ClientNetwork) => holdNetwork(network, deps.secrets[0]),
  }
}
