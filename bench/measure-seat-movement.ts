import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Drizzle } from '../server/db/database.ts'
import { openDatabase } from '../server/db/open-database.ts'
import { users } from '../server/db/schema.ts'
import { openOffer } from '../server/seats/open-offer.ts'
import { createSeatReservations } from '../server/seats/seat-reservations.ts'
import type { PostgresCluster } from '../tests/support/database/postgres-cluster.ts'
import { launchOffer } from '../tests/support/plans/launch-offer.ts'
import { median } from './median.ts'
import { type Row, rowOf } from './row.ts'

const rounds = 600
const warmUpRounds = 100

/** A seat held and given back, each in its transaction, in turns with the same on a database without the public log. */
export async function measureSeatMovement(cluster: PostgresCluster): Promise<Row[]> {
  const logged = await openShop(await cluster.createDatabase())
  const unlogged = await openShop(await cluster.createDatabase())
  try {
    await unlogged.db.execute(sql`alter table seat_ledger disable trigger seat_ledger_to_log`)
    await unlogged.db.execute(sql`drop index seat_ledger_hold`)
    const ours: number[] = []
    const reference: number[] = []
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const times = [await moveSeat(logged.db), await moveSeat(unlogged.db)] as const
      if (round < warmUpRounds) continue
      ours.push(times[0])
      reference.push(times[1])
    }
    return [
      rowOf({
        part: 'launch',
        name: 'a seat held and given back, median',
        unit: 'ms',
        ours: median(ours),
        reference: { name: 'the same without the public log', value: median(reference) },
        target: { ratioAtMost: 1.2 },
      }),
    ]
  } finally {
    await logged.close()
    await unlogged.close()
  }
}

async function openShop(databaseUrl: string) {
  const database = await openDatabase({ databaseUrl, dataDir: '', embeddedAllowed: false })
  await openOffer(database.db, { ...launchOffer, cap: 50 })
  return database
}

const reservations = createSeatReservations('launch', () => new Date())

async function moveSeat(db: Drizzle): Promise<number> {
  const userId = randomUUID()
  await db.insert(users).values({ id: userId, name: '', email: `${userId}@example.com` })
  const startedAt = performance.now()
  const [seat] = await db.transaction((tx) => reservations.hold(tx, [{ userId, network: null }]))
  if (seat?.outcome !== 'deal' || !seat.hold) throw new Error('No seat was held.')
  const { hold } = seat
  await db.transaction((tx) => reservations.release(tx, hold, 'time was up'))
  return performance.now() - startedAt
}
