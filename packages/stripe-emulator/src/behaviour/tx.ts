import type { EmulatorClock } from '../emulator-clock.ts'
import type { Store, WritableRows } from '../store/store.ts'
import type { Job, TableName, Tables } from '../store/tables.ts'

/** What an operator of the emulator can set; the defaults are Stripe's where it has one. */
export interface EmulatorSettings {
  publicUrl: string
  /** After how long an asynchronous payment settles by itself. */
  asyncPaymentSeconds: number
  /** How long the invoice of a renewal stays a draft. */
  invoiceDraftSeconds: number
  /** Then the invoice of a renewal stays a draft, as for an address of which the tax is not known. */
  finalizationFails: boolean
  /** Waiting times between the tries of a renewal that fails. */
  retryDays: number[]
  afterRetries: 'cancel' | 'unpaid'
  /** From one event of an action to the next; 0 gives all of them the same second. */
  eventSpacingSeconds: number
}

export interface RequestInfo {
  id: string | null
  idempotency_key: string | null
}

/** One transaction at one moment of the emulator's clock. */
export interface Tx extends WritableRows {
  readonly now: number
  readonly realMs: number
  readonly settings: EmulatorSettings
  readonly request: RequestInfo | null
  /** When the next event is created: the first at `now`, unless an event before it is newer. */
  nextEventAt(): number
}

export type Transactor = ReturnType<typeof createTransactor>

export function createTransactor(store: Store, clock: EmulatorClock, settings: EmulatorSettings) {
  // No event is older than one before it: whoever asks for those since the newest that they have misses none.
  let newestEventAt = store.all('events').at(-1)?.created ?? 0

  return {
    store,
    clock,
    settings,
    /** `now` is given when something falls due in the past, between two looks at the clock. */
    transact: <T>(work: (tx: Tx) => T, about: { now?: number; request?: RequestInfo } = {}): Promise<T> =>
      store.transact((rows) => {
        const now = about.now ?? clock.now()
        let eventAt: number | undefined
        const nextEventAt = () => {
          eventAt =
            eventAt === undefined ? Math.max(now, newestEventAt) : eventAt + settings.eventSpacingSeconds
          return eventAt
        }
        const request = about.request ?? null
        const result = work({ ...rows, now, realMs: clock.realMs(), settings, request, nextEventAt })
        newestEventAt = eventAt ?? newestEventAt
        return result
      }),
  }
}

export function update<K extends TableName>(
  tx: Tx,
  table: K,
  row: Tables[K],
  change: Partial<Tables[K]>,
): Tables[K] {
  return tx.put(table, { ...row, ...change })
}

/** A row that must be there because another row points to it. */
export function mustGet<K extends TableName>(rows: Pick<Tx, 'get'>, table: K, id: string): Tables[K] {
  const row = rows.get(table, id)
  if (!row) throw new Error(`There is no ${id} in ${table}.`)
  return row
}

/** At most one job of a kind for a target: a second one replaces the first. */
export function schedule(tx: Tx, kind: Job['kind'], target: string, at: number) {
  tx.put('jobs', { id: `${kind}:${target}`, at, kind, target })
}

export function unschedule(tx: Tx, kind: Job['kind'], target: string) {
  tx.remove('jobs', `${kind}:${target}`)
}
