import fs from 'node:fs'
import { lockFolder } from './folder-lock.ts'
import { type Journal, openJournal } from './journal.ts'
import type { TableName, Tables } from './tables.ts'

export interface Rows {
  get<K extends TableName>(table: K, id: string): Tables[K] | undefined
  /** In the order of creation. */
  all<K extends TableName>(table: K): Tables[K][]
}

export interface WritableRows extends Rows {
  put<K extends TableName>(table: K, row: Tables[K]): Tables[K]
  remove(table: TableName, id: string): void
}

export interface Store extends Rows {
  /**
   * Runs `work` without interruption; what it throws undoes everything it wrote. Resolves when its writes, and all
   * writes that it may have read, are on disk.
   */
  transact<T>(work: (rows: WritableRows) => T): Promise<T>
  /** Called with the rows of a table that a transaction has changed, once they are on disk; null for a removed one. */
  onCommit<K extends TableName>(
    table: K,
    listener: (changed: [id: string, row: Tables[K] | null][]) => void,
  ): void
  close(): Promise<void>
}

type State = Map<TableName, Map<string, { id: string }>>
type Write = [table: TableName, id: string, row: unknown]

/** More lines than this are replaced by a snapshot. */
const compactAfterLines = 2_000
const answerLifeMs = 24 * 3_600_000

/** Without a folder everything is in memory only, for tests that need no restart. */
export async function openStore(folder: string | undefined, realMs: () => number): Promise<Store> {
  const state: State = new Map()
  const listeners: { table: TableName; listener: (changed: [string, never][]) => void }[] = []
  let unlock: (() => Promise<void>) | undefined
  let journal: Journal | undefined
  if (folder) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    unlock = await lockFolder(folder)
    journal = load(folder, state)
  }

  const rows = <K extends TableName>(table: K) => tableOf(state, table)

  function takeSnapshot() {
    for (const [id, answer] of rows('answers')) {
      if (answer.storedMs < realMs() - answerLifeMs) rows('answers').delete(id)
    }
    return Object.fromEntries([...state].map(([name, table]) => [name, [...table.values()]]))
  }

  /** What listeners did not get because the disk was full. */
  const unnotified: (() => void)[] = []

  /** After a full disk: first what is in memory alone is written, so that memory gets no further ahead. */
  async function catchUp() {
    await journal?.settled()
    for (const notify of unnotified.splice(0)) notify()
  }

  const readable: Rows = {
    get: (table, id) => rows(table).get(id),
    all: (table) => [...rows(table).values()],
  }

  async function transact<T>(work: (rows: WritableRows) => T): Promise<T> {
    if (journal?.isBehind()) await catchUp()
    const undo: (() => void)[] = []
    const writes = new Map<string, Write>()
    const remember = (table: TableName, id: string, row: unknown) => {
      const before = rows(table).get(id)
      undo.push(() => (before ? rows(table).set(id, before) : rows(table).delete(id)))
      writes.set(`${table}/${id}`, [table, id, row])
    }
    const writable: WritableRows = {
      ...readable,
      put(table, row) {
        remember(table, row.id, row)
        rows(table).set(row.id, row)
        return row
      },
      remove(table, id) {
        if (!rows(table).has(id)) return
        // Put back alone, the row would stand at the end; only small tables lose rows.
        const before = [...rows(table)]
        undo.push(() => {
          rows(table).clear()
          for (const [key, row] of before) rows(table).set(key, row)
        })
        writes.set(`${table}/${id}`, [table, id, null])
        rows(table).delete(id)
      },
    }
    let result: T
    try {
      result = work(writable)
    } catch (error) {
      for (const step of undo.reverse()) step()
      // The error may tell what an unsettled transaction before it has written.
      await journal?.settled()
      throw error
    }
    if (writes.size === 0) {
      await journal?.settled()
      return result
    }
    const notify = () => {
      for (const { table, listener } of listeners) {
        const changed = [...writes.values()].flatMap(([name, id, row]) => (name === table ? [[id, row]] : []))
        if (changed.length > 0) listener(changed as [string, never][])
      }
    }
    try {
      await journal?.append(JSON.stringify([...writes.values()]))
    } catch (error) {
      unnotified.push(notify)
      throw error
    }
    if (journal && journal.length() > compactAfterLines) journal.compact(takeSnapshot)
    notify()
    return result
  }

  return {
    ...readable,
    transact,
    onCommit: (table, listener) => void listeners.push({ table, listener }),
    async close() {
      await journal?.close()
      await unlock?.()
    },
  }
}

function tableOf<K extends TableName>(state: State, name: K): Map<string, Tables[K]> {
  const table = state.get(name) ?? new Map()
  state.set(name, table)
  return table
}

function load(folder: string, state: State): Journal {
  const { snapshot, lines, journal } = openJournal(folder)
  const set = (table: TableName, id: string, row: unknown) => {
    const rows: Map<string, unknown> = tableOf(state, table)
    if (row === null) rows.delete(id)
    else rows.set(id, row)
  }
  for (const [table, rows] of Object.entries((snapshot ?? {}) as Record<TableName, { id: string }[]>)) {
    for (const row of rows) set(table as TableName, row.id, row)
  }
  for (const writes of lines as Write[][]) for (const write of writes) set(...write)
  return journal
}
