import { seededRandom } from '@fairseat/stripe-emulator/seeded-random'
import { createPlanReader } from '../server/billing/plan-store.ts'
import { lockUser } from '../server/billing/store.ts'
import { syncUser } from '../server/billing/sync/sync-user.ts'
import { createEventReceiver } from '../server/billing/webhooks/receive-event.ts'
import type { Database, Drizzle } from '../server/db/database.ts'
import { openDatabase } from '../server/db/open-database.ts'
import { recentPurchases } from '../server/proof/recent-purchases.ts'
import { createSeatReservations } from '../server/seats/seat-reservations.ts'
import type { PostgresCluster } from '../tests/support/database/postgres-cluster.ts'
import { median } from './median.ts'
import { respondInstantly } from './references/instant-payments.ts'
import { type Row, rowOf } from './row.ts'
import { memberId, seedMembers } from './seed-members.ts'

const smallest = 1_000
const sample = 1_000
const warmUpCalls = 200
const rounds = 600

type Call = (member: number) => Promise<unknown>

let events = 0
const payments = respondInstantly({} as never)
const now = () => new Date()
const seats = createSeatReservations('launch', now)

const operations: Record<string, (db: Drizzle) => Call> = {
  'subscription read': (db) => {
    const read = createPlanReader(db, (email) => [email])
    return (member) => read({ id: memberId(member), email: memberId(member) })
  },
  sync: (db) => (member) => syncUser({ db, payments, seats, graceDays: 7, now }, memberId(member)),
  webhook: (db) => {
    const receive = createEventReceiver({ db })
    return (member) =>
      receive({
        id: `evt_growth_${++events}`,
        type: 'bench',
        createdAt: now(),
        customerId: `cus_${memberId(member)}`,
        paymentId: null,
        userId: null,
        failedRefund: null,
      })
  },
  'seat held and given back': (db) => (member) =>
    db.transaction(async (tx) => {
      await lockUser(tx, memberId(member))
      const [seat] = await seats.hold(tx, [{ userId: memberId(member), network: null }])
      if (seat?.outcome !== 'deal' || !seat.hold) throw new Error('No seat was free.')
      await seats.release(tx, seat.hold, 'bench')
    }),
  'purchases feed': (db) => () => recentPurchases(db, { secret: 'a secret', livemode: false }),
}

/** One call at a time, in turns on databases of three sizes: its cost must not grow with the rows. */
export async function measureGrowth(cluster: PostgresCluster, largest: number): Promise<Row[]> {
  const databases = new Map<number, Database>()
  try {
    for (const size of [smallest, 100_000, largest]) {
      const databaseUrl = await cluster.createDatabase()
      databases.set(size, await openDatabase({ databaseUrl, dataDir: '', embeddedAllowed: false }))
      await seedMembers(databaseUrl, size, size / sample)
    }
    const rows: Row[] = []
    for (const [name, prepare] of Object.entries(operations)) {
      const calls = [...databases].map(([size, { db }]) => [size, prepare(db)] as const)
      rows.push(...(await measureOne(name, new Map(calls))))
    }
    return rows
  } finally {
    for (const database of databases.values()) await database.close()
  }
}

async function measureOne(name: string, calls: ReadonlyMap<number, Call>): Promise<Row[]> {
  const random = seededRandom(1)
  const times = new Map<number, number[]>([...calls.keys()].map((size) => [size, []]))
  for (let round = 0; round < warmUpCalls + rounds; round += 1) {
    for (const [size, call] of calls) {
      const member = (1 + Math.floor(random() * sample)) * (size / sample)
      const startedAt = performance.now()
      await call(member)
      if (round >= warmUpCalls) times.get(size)?.push(performance.now() - startedAt)
    }
  }
  const cost = (size: number) => median(times.get(size) ?? [])
  const grown = [...calls.keys()].filter((size) => size > smallest)
  return grown.map((size) =>
    rowOf({
      part: 'growth',
      name: `${name}, ${size.toLocaleString('en')} rows`,
      unit: 'ms',
      ours: cost(size),
      reference: { name: `${smallest.toLocaleString('en')} rows`, value: cost(smallest) },
      target: { ratioAtMost: 1.3 },
    }),
  )
}
