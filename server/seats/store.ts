import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import { contendedHoldMs, type HoldSnapshot, memoryHours } from '../../core/seats/hold-policy.ts'
import type { HoldNetwork, HoldRequest, SeatHold } from '../../core/seats/seat-hold.ts'
import type { Drizzle } from '../db/database.ts'
import {
  customers,
  jobs,
  offers,
  purchases,
  seatHolds,
  seatLedger,
  seatLog,
  seatLogKeys,
  subscriptions,
  users,
} from '../db/schema.ts'

export type Offer = typeof offers.$inferSelect
type SeatHoldRow = typeof seatHolds.$inferSelect

const isOpen = and(isNull(offers.closedAt), or(isNull(offers.closesAt), gt(offers.closesAt, sql`now()`)))
const hasFreeSeat = lt(offers.taken, offers.cap)

/** `isOpen` is computed by the database's clock, as in checkout. */
const selectOffer = (db: Drizzle, id: string) =>
  db
    .select({ offer: offers, isOpen: sql<boolean>`${isOpen}`, now: sql<string>`now()` })
    .from(offers)
    .where(eq(offers.id, id))

const offerOf = ([row]: Awaited<ReturnType<typeof selectOffer>>) =>
  row ? { ...row.offer, isOpen: row.isOpen, asOf: new Date(row.now) } : null

export const findOffer = async (db: Drizzle, id: string) => offerOf(await selectOffer(db, id))

/**
 * The same, locked until the end of the transaction: no other transaction takes or releases a seat meanwhile, in whatever
 * process.
 */
export const lockOffer = async (tx: Drizzle, id: string) => offerOf(await selectOffer(tx, id).for('update'))

/** The figures of an offer that is known to be there: it was opened at the start. */
export async function readOffer(db: Drizzle, id: string) {
  const offer = await findOffer(db, id)
  if (!offer) throw new Error(`There is no offer ${id}.`)
  return offer
}

export async function findOpenOffer(db: Drizzle): Promise<Offer | null> {
  const [row] = await db.select().from(offers).where(isNull(offers.closedAt))
  return row ?? null
}

/** From the first to the last, and the time by the database. */
export async function listOffers(db: Drizzle): Promise<{ offers: Offer[]; now: Date }> {
  const { rows } = await db.execute<{ now: string }>(sql`select now()::text as now`)
  return {
    offers: await db.select().from(offers).orderBy(offers.openedAt),
    now: new Date(rows[0]?.now ?? ''),
  }
}

export type OtherPrices = NonNullable<Offer['otherPrices']>

export type NewOffer = Pick<
  Offer,
  'id' | 'cap' | 'dealPriceMinor' | 'laterPriceMinor' | 'currency' | 'closesAt' | 'cooldownDays'
> & {
  otherPrices: OtherPrices
  /** Of the key in use. */
  livemode?: boolean
}

/**
 * An end that has passed when it becomes known means that moment: the cooldown (rule L8) counts from it, and nobody can have been
 * told before.
 */
const notPassed = (closesAt: Date) => sql`greatest(${closesAt.toISOString()}::timestamptz, now())`

/** Several processes may start at once: the first one opens it. */
export async function insertOffer(db: Drizzle, offer: NewOffer): Promise<void> {
  await db
    .insert(offers)
    .values({ ...offer, closesAt: offer.closesAt && notPassed(offer.closesAt) })
    .onConflictDoNothing()
}

export async function tightenOffer(
  db: Drizzle,
  id: string,
  { closesAt, ...terms }: Pick<NewOffer, 'cap' | 'cooldownDays' | 'otherPrices'> & { closesAt?: Date },
) {
  await db
    .update(offers)
    .set({ ...terms, ...(closesAt && { closesAt: notPassed(closesAt) }) })
    .where(eq(offers.id, id))
}

/** Whether anything in this database was made with a live key: an offer, a customer, a purchase, or a payment that has begun. */
export async function isLiveShop(db: Drizzle): Promise<boolean> {
  const { rows } = await db.execute<{ isLive: boolean }>(sql`
    select exists (select 1 from ${offers} where livemode)
      or exists (select 1 from ${customers} where livemode)
      or exists (select 1 from ${purchases} where livemode)
      or exists (select 1 from ${seatHolds} where session_id like 'cs\\_live\\_%') as "isLive"`)
  return rows[0]?.isLive === true
}

/** How many seats were sold with a test key. */
export async function countTestSales(db: Drizzle): Promise<number> {
  const { rows } = await db.execute<{ sold: number }>(sql`
    select count(*)::int as sold from ${seatHolds} h join ${purchases} p on p.id = h.payment_id
    where h.state in ('sold', 'refunded') and not p.livemode`)
  return rows[0]?.sold ?? 0
}

export const hasTestOffer = async (db: Drizzle): Promise<boolean> =>
  (await db.$count(offers, eq(offers.livemode, false))) > 0

/** Rows from before this was stored were made with the key in use. */
export async function markOffers(db: Drizzle, livemode: boolean): Promise<void> {
  await db.update(offers).set({ livemode }).where(isNull(offers.livemode))
}

/** Until the end of the transaction nobody else reads or writes a seat or an offer. In the order in which a hold locks them. */
export async function lockOffers(tx: Drizzle): Promise<void> {
  await tx.execute(sql`lock table ${seatHolds}, ${offers} in access exclusive mode`)
}

/** All of them with what was held, sold and logged. Only of a test key: a log that somebody may rely on is never removed. */
export async function removeOffers(tx: Drizzle): Promise<void> {
  await tx.execute(sql`truncate ${seatLog}, ${seatLedger}, ${seatHolds}, ${offers}, ${seatLogKeys}`)
}

/** All seat holds of a user and their ledger entries. */
export async function exportSeats(db: Drizzle, userId: string) {
  const holds = await db.select().from(seatHolds).where(eq(seatHolds.userId, userId))
  const ids = holds.map(({ id }) => id)
  return {
    seatHolds: holds,
    seatLedger: await db.select().from(seatLedger).where(inArray(seatLedger.holdId, ids)),
  }
}

/** Of the open offer; 0 when none is open. */
export async function countFreeSeats(db: Drizzle): Promise<number> {
  const offer = await findOpenOffer(db)
  return offer ? offer.cap - offer.taken : 0
}

/** Offers whose time is over, or whose seats were lowered to the number that is sold, are closed for good. */
export async function closeDueOffers(db: Drizzle): Promise<void> {
  await db
    .update(offers)
    .set({ closedAt: sql`least(${offers.closesAt}, now())` })
    .where(and(isNull(offers.closedAt), or(lte(offers.closesAt, sql`now()`), lte(offers.cap, offers.sold))))
}

export async function findSeatHold(db: Drizzle, userId: string): Promise<SeatHoldRow | null> {
  const [row] = await listSeatHolds(db, [userId])
  return row ?? null
}

export const listSeatHolds = (db: Drizzle, userIds: string[]): Promise<SeatHoldRow[]> =>
  db
    .select()
    .from(seatHolds)
    .where(and(inArray(seatHolds.userId, userIds), eq(seatHolds.state, 'held')))

/** By its own id, or that of what was paid under it. */
export async function findHold(
  db: Drizzle,
  id: string,
  column: 'id' | 'paymentId' | 'checkoutSessionId' = 'id',
): Promise<SeatHoldRow | null> {
  const [row] = await db.select().from(seatHolds).where(eq(seatHolds[column], id))
  return row ?? null
}

/** Those of these users who hold no seat of an open offer whose seats are all taken. */
export async function listWithoutSeat(db: Drizzle, offerId: string, userIds: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select asked.id as "userId" from unnest(${sql.param(userIds)}::text[]) as asked (id)
    where exists (select 1 from ${offers} where ${offers.id} = ${offerId} and ${isOpen} and not ${hasFreeSeat})
      and not exists (select 1 from ${seatHolds} where ${seatHolds.userId} = asked.id and ${seatHolds.state} = 'held')`)
  return rows.map(({ userId }) => userId)
}

/**
 * Rule L1. One conditional update: however many requests race, in however many processes, no more seats than the cap are taken.
 * All of `count` or none.
 */
export async function takeSeats(tx: Drizzle, offerId: string, count: number): Promise<boolean> {
  const taken = await tx
    .update(offers)
    .set({ taken: sql`${offers.taken} + ${count}` })
    .where(and(eq(offers.id, offerId), sql`${offers.taken} + ${count} <= ${offers.cap}`))
    .returning({ id: offers.id })
  return taken.length > 0
}

/**
 * What the hold policy counts, for each request. To be called after `lockOffer` in the same transaction: then no other hold
 * is taken between this count and ours, in whatever process.
 */
export async function countHolds(
  tx: Drizzle,
  offerId: string,
  requests: readonly HoldRequest[],
): Promise<Pick<HoldSnapshot, 'user' | 'heldByNewcomers' | 'network'>[]> {
  const recently = sql`now() - ${memoryHours} * interval '1 hour'`
  const isOfNetwork = sql`h.network = asked.network`
  const isAwaited = sql`exists (select 1 from ${subscriptions} s
    where s.user_id = h.user_id and s.plan = 'lifetime' and s.pending_since is not null)`
  // One that never had a Checkout Session was not abandoned: checkout led elsewhere. A deleted account still counts. One that was
  // paid for and refunded is abandoned too: it stays sold, so it is gone for everybody else.
  const isAbandoned = sql`(h.state = 'released' and h.session_id is not null
    and coalesce(h.released_at, h.expires_at) > ${recently}
    or h.state = 'refunded' and exists (select 1 from ${seatLedger} l
      where l.hold_id = h.id and l.entry = 'refunded' and l.at > ${recently}))`
  const userIds = requests.map(({ userId }) => userId)
  const networks = requests.map(({ network }) => network?.key ?? null)
  const { rows } = await tx.execute<HoldCounts>(sql`
    select
      (select created_at > ${recently} from ${users} where id = asked.user_id) as "isNewcomer", counted.*
    from unnest(${sql.param(userIds)}::text[], ${sql.param(networks)}::text[]) with ordinality as asked (user_id, network, position)
    cross join lateral (
      select
        count(*) filter (where h.user_id = asked.user_id and ${isAbandoned})::int as "byUser",
        count(*) filter (where h.state = 'held' and u.created_at > ${recently})::int as newcomers,
        count(*) filter (where h.state = 'held' and ${isOfNetwork})::int as held,
        count(*) filter (where h.state = 'held' and ${isOfNetwork} and ${isAwaited})::int as awaiting,
        count(*) filter (where h.state = 'sold' and ${isOfNetwork})::int as sold,
        count(*) filter (where ${isOfNetwork} and ${isAbandoned})::int as abandoned
      from ${seatHolds} h left join ${users} u on u.id = h.user_id
      where h.offer_id = ${offerId} and (h.state = 'held' or h.user_id = asked.user_id or ${isOfNetwork})
    ) counted
    order by asked.position`)
  return rows.map(({ isNewcomer, byUser, newcomers, held, awaiting, sold, abandoned }, index) => {
    const network = requests[index]?.network
    return {
      user: { isNewcomer, abandoned: byUser },
      heldByNewcomers: newcomers,
      network: network ? { kind: network.kind, held, awaiting, sold, abandoned } : null,
    }
  })
}

type HoldCounts = {
  isNewcomer: boolean
} & Record<'byUser' | 'newcomers' | 'held' | 'awaiting' | 'sold' | 'abandoned', number>

/**
 * Shortens the holds of a network that has reached its allowance to `contendedHoldMs`, so that another of its users gets a
 * seat. A job ends them. The caller has the lock on the offer's row, while ending or selling a hold locks the hold first:
 * locked rows are skipped, because waiting for them would be a deadlock.
 */
export function shortenHolds(tx: Drizzle, offerId: string, network: HoldNetwork): Promise<SeatHoldRow[]> {
  const end = sql`${seatHolds.takenAt} + ${contendedHoldMs} * interval '1 millisecond'`
  const isOfNetwork = and(
    eq(seatHolds.offerId, offerId),
    eq(seatHolds.network, network.key),
    eq(seatHolds.state, 'held'),
    gt(seatHolds.expiresAt, end),
  )
  const longer = tx.select({ id: seatHolds.id }).from(seatHolds).where(isOfNetwork)
  return tx
    .update(seatHolds)
    .set({ expiresAt: end })
    .where(inArray(seatHolds.id, longer.for('update', { skipLocked: true })))
    .returning()
}

/** A network's hash is kept no longer than the policy counts it: a day after a hold was given back, or until the offer closes. */
export async function forgetNetworks(db: Drizzle): Promise<void> {
  const isOver = sql`exists (select 1 from ${offers} o where o.id = ${seatHolds.offerId} and o.closed_at is not null)`
  const isOld = sql`${seatHolds.state} = 'released'
    and coalesce(${seatHolds.releasedAt}, ${seatHolds.expiresAt}) < now() - ${memoryHours} * interval '1 hour'`
  await db
    .update(seatHolds)
    .set({ network: null })
    .where(and(isNotNull(seatHolds.network), ne(seatHolds.state, 'held'), or(isOver, isOld)))
}

type NewHold = Pick<SeatHoldRow, 'id' | 'offerId' | 'userId' | 'takenAt' | 'expiresAt' | 'network'> &
  Partial<Pick<SeatHoldRow, 'state' | 'cardOnly'>>

export const insertHolds = (tx: Drizzle, holds: NewHold[]): Promise<SeatHoldRow[]> =>
  tx.insert(seatHolds).values(holds).returning()

export async function updateHold(tx: Drizzle, id: string, change: Partial<SeatHoldRow>): Promise<void> {
  await tx.update(seatHolds).set(change).where(eq(seatHolds.id, id))
}

type Movement = (typeof seatLedger.$inferSelect)['entry']
const changes: Record<Movement, number> = { held: 1, sold: 0, released: -1, refunded: 0 }

export const recordMovement = (tx: Drizzle, hold: SeatHold, entry: Movement, reason: string) =>
  recordMovements(tx, [hold], entry, reason)

export async function recordMovements(tx: Drizzle, holds: SeatHold[], entry: Movement, reason: string) {
  const change = changes[entry]
  await tx
    .insert(seatLedger)
    .values(holds.map(({ offerId, id }) => ({ offerId, holdId: id, entry, change, reason })))
}

/** False when it was no longer held: a seat is released once. */
export async function endHold(tx: Drizzle, id: string): Promise<boolean> {
  const ended = await tx
    .update(seatHolds)
    .set({ state: 'released', releasedAt: sql`now()` })
    .where(and(eq(seatHolds.id, id), eq(seatHolds.state, 'held')))
    .returning({ offerId: seatHolds.offerId })
  const [hold] = ended
  if (!hold) return false
  await tx
    .update(offers)
    .set({ taken: sql`${offers.taken} - 1` })
    .where(eq(offers.id, hold.offerId))
  return true
}

/** Whether it was the last seat: then the offer is over (rule L3), to be closed in the same transaction. */
export async function countSold(tx: Drizzle, offerId: string): Promise<boolean> {
  const [offer] = await tx
    .update(offers)
    .set({ sold: sql`${offers.sold} + 1` })
    .where(eq(offers.id, offerId))
    .returning({ sold: offers.sold, cap: offers.cap })
  return offer !== undefined && offer.sold >= offer.cap
}

export async function closeOffer(tx: Drizzle, offerId: string): Promise<void> {
  await tx
    .update(offers)
    .set({ closedAt: sql`now()` })
    .where(and(eq(offers.id, offerId), isNull(offers.closedAt)))
}

/** False when another process was faster. */
export async function markRefunded(tx: Drizzle, id: string, refundedAt: Date): Promise<boolean> {
  const marked = await tx
    .update(seatHolds)
    .set({ refundedAt })
    .where(and(eq(seatHolds.id, id), isNull(seatHolds.refundedAt)))
    .returning({ id: seatHolds.id })
  return marked.length > 0
}

/** Holds that are over and that no job will end: a process of the version before took them. */
export const listForgottenHolds = (db: Drizzle): Promise<SeatHoldRow[]> =>
  db
    .select()
    .from(seatHolds)
    .where(
      and(
        eq(seatHolds.state, 'held'),
        lt(seatHolds.expiresAt, sql`now() - interval '1 minute'`),
        isNotNull(seatHolds.userId),
        sql`not exists (select 1 from ${jobs} j where j.kind = 'release-hold' and j.key = ${seatHolds.id})`,
      ),
    )

/** Seats that were held in the last day and given back unpaid, and by how many people. */
export async function countUnpaidHolds(db: Drizzle) {
  const [row] = await db
    .select({
      seats: sql<number>`count(*)::int`,
      people: sql<number>`count(distinct ${seatHolds.userId})::int`,
    })
    .from(seatHolds)
    .where(and(eq(seatHolds.state, 'released'), gt(seatHolds.takenAt, sql`now() - interval '1 day'`)))
  return row ?? { seats: 0, people: 0 }
}

type LedgerColumn =
  | 'cap'
  | 'taken'
  | 'sold'
  | 'ledgerSum'
  | 'lowest'
  | 'movements'
  | 'heldHolds'
  | 'soldHolds'

/** Of every offer, what each of the three records says, in one reading. */
export async function readLedger(db: Drizzle) {
  const { rows } = await db.execute<{ offerId: string } & Record<LedgerColumn, number>>(sql`
    select o.id as "offerId", o.cap, o.taken, o.sold,
      coalesce(l.total, 0)::int as "ledgerSum",
      coalesce(l.lowest, 0)::int as lowest, coalesce(l.movements, 0)::int as movements,
      (select count(*)::int from ${seatHolds} h where h.offer_id = o.id and h.state = 'held') as "heldHolds",
      (select count(*)::int from ${seatHolds} h where h.offer_id = o.id and h.state in ('sold', 'refunded')) as "soldHolds"
    from ${offers} o
    left join (
      select offer_id, sum(change) as total, min(running) as lowest, count(*) as movements
      from (select *, sum(change) over (partition by offer_id order by id) as running from ${seatLedger}) r
      group by offer_id
    ) l on l.offer_id = o.id
    order by o.opened_at`)
  return rows
}

/** Of a hold with this payment: it was not paid with a key of the other mode. */
export const isPaidInMode = (paymentId: SQLWrapper, livemode: boolean) =>
  sql`not exists (select 1 from ${purchases} p where p.id = ${paymentId} and p.livemode <> ${livemode})`

/** The seat that a user has bought and not given back. */
export async function findSoldSeat(
  db: Drizzle,
  userId: string,
  livemode: boolean,
): Promise<{ offer: string; number: number } | null> {
  const [hold] = await db
    .select({ offer: seatHolds.offerId, paymentId: seatHolds.paymentId })
    .from(seatHolds)
    .where(
      and(
        eq(seatHolds.userId, userId),
        eq(seatHolds.state, 'sold'),
        isPaidInMode(seatHolds.paymentId, livemode),
      ),
    )
    .limit(1)
  const seat = hold?.paymentId ? await findSeatNumber(db, hold.paymentId) : null
  return hold && seat ? { offer: hold.offer, number: seat.number } : null
}

/** Seats are numbered in the order of their sale; the ledger is never changed, so a number stays what it is. */
export async function findSeatNumber(
  db: Drizzle,
  paymentId: string,
): Promise<{ number: number; cap: number } | null> {
  const { rows } = await db.execute<{ number: number; cap: number }>(sql`
    select (select count(*)::int from ${seatLedger} before
            where before.offer_id = own.offer_id and before.entry = 'sold' and before.id <= own.id) as number,
           ${offers.cap} as cap
    from ${seatHolds}
    join ${seatLedger} own on own.hold_id = ${seatHolds.id} and own.entry = 'sold'
    join ${offers} on ${offers.id} = own.offer_id
    where ${seatHolds.paymentId} = ${paymentId}`)
  return rows[0] ?? null
}
