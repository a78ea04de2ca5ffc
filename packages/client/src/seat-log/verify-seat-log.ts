import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { decodeText, encodeText, equalBytes } from './encoding.ts'
import { createMerkleTree, hashLeaf } from './merkle-tree.ts'
import { createSeatLogReplay, type EntryProblem, type OfferState } from './replay-seat-log.ts'
import { parseEntry, toMinute } from './seat-log-entry.ts'
import type { Bytes } from './sha256.ts'
import { NoteError, openNote, parseNote } from './signed-note.ts'
import { decodeEntryBundle, listTiles, type Tile, tilePath, tileWidth } from './tiles.ts'

/** What shows that the log, or the number on the banner, is not what it should be. */
export type SeatLogProblem =
  | EntryProblem
  /** There was a log, and there is none any more. */
  | { code: 'log-gone' }
  | { code: 'bad-checkpoint'; reason: string }
  | { code: 'bad-tile'; path: string }
  /** The signed root is of other entries. `entry` is the first one that is not what was signed, if that can be told. */
  | { code: 'root-differs'; entry: number | null }
  /** An older checkpoint than one that was seen before. */
  | { code: 'log-shrunk'; size: number; seen: number }
  /** What was seen at this size is not part of the log. `entry` is the first one that was another, if that is known. */
  | { code: 'history-rewritten'; size: number; entry: number | null }
  /** The last entry is of a time that has not come yet: a cooldown would only seem to be over. */
  | { code: 'time-ahead'; entry: number; at: string; now: string }
  | { code: 'banner-differs'; shown: number; counted: number }

/** What an earlier visit leaves for the next one. */
export interface RememberedLog {
  /** The key of the first visit: another one does not count. */
  key: string
  /** Signed notes, the newest last. */
  checkpoints: readonly string[]
  /** A copy of the log, so that only new entries are fetched; may be empty. */
  entries: readonly string[]
}

export interface SeatLogOptions {
  /** The log's name: the host of the shop and `/log`. */
  origin: string
  /** The content under the address of the log, or null where there is none. Rejects when the log cannot be reached. */
  read: (path: string) => Promise<Bytes | null>
  remembered?: RememberedLog | undefined
  /** Lets other work go first; awaited after each few entries. */
  pause: () => Promise<unknown>
  /** By the clock of whoever verifies, in milliseconds. */
  now: () => number
}

/** There are more entries than whoever verifies has memory for. */
export class TooManyEntriesError extends Error {
  override readonly name = 'TooManyEntriesError'
}

/** The public figures of GET /api/urgency. */
export interface BannerFigures {
  cap: number
  sold: number
  remaining: number
  isClosed: boolean
  asOf: string
}

const tilesAtOnce = 8
const entriesAtMost = 4_000_000
/** Clocks differ, and those of visitors most. */
const aheadAtMostMs = 86_400_000
/** What the banner itself takes for too old to be shown (rule L5). A CDN holds its figures for less. */
const bannerAgeAtMostMs = 120_000
/** An entry is of the minute in which it began, and can be seen once it is committed. */
const minuteMs = 60_000
const momentMs = 20_000
/** A few milliseconds of a phone, also before its browser has compiled the code. */
const entriesAtOnce = 2

/** Reads the log and verifies it, and what is added to it later. */
export function createSeatLogVerifier({ origin, read, remembered, pause, now }: SeatLogOptions) {
  const tree = createMerkleTree()
  const replay = createSeatLogReplay()
  const entries: string[] = []
  const checkpoints = [...(remembered?.checkpoints ?? [])]
  let key = remembered?.key ?? ''
  let shown = ''
  let isReplayable = true
  let isFirstUpdate = true
  /** The offer before the last update and after each of its entries; after the first update, as it is now. */
  let recent: OfferState[] = []
  /** The offer after each entry of the last minutes, and before the first of them. */
  const dated: { offer: OfferState; at: string }[] = []

  /** What is wrong with the first one that is. */
  async function append(added: readonly Bytes[]): Promise<EntryProblem[]> {
    const problems: EntryProblem[] = []
    const tooOld = toMinute(new Date(now() - bannerAgeAtMostMs - minuteMs - momentMs))
    for (const bytes of added) {
      const text = decodeText(bytes)
      tree.append(hashLeaf(bytes))
      entries.push(text ?? '')
      const problem = isReplayable ? replay.add(text === null ? null : parseEntry(text)) : null
      if (problem) {
        isReplayable = false
        problems.push(problem)
      }
      if (!isFirstUpdate) remember()
      rememberTime(tooOld)
      if (entries.length % entriesAtOnce === 0) await pause()
    }
    return problems
  }
  function remember(): void {
    const offer = replay.offers().at(-1)
    if (offer) recent.push({ ...offer })
  }
  function rememberTime(tooOld: string): void {
    const offer = replay.offers().at(-1)
    if (offer) dated.push({ offer: { ...offer }, at: replay.lastAt() })
    while (dated[1] && dated[1].at < tooOld) dated.shift()
  }

  /** What the log may have had at the time of figures that a cache holds; nothing for figures that are too old. */
  function statesAt(asOf: string): OfferState[] {
    const time = Date.parse(asOf)
    if (!(now() - time <= bannerAgeAtMostMs)) return []
    return dated
      .filter(({ at }, index) => {
        const next = dated[index + 1]
        const hasPassed = next && Date.parse(next.at) + minuteMs + momentMs <= time
        return Date.parse(at) <= time + momentMs && !hasPassed
      })
      .map(({ offer }) => offer)
  }

  /** Null for a tile that is not what it should be. */
  async function readEntries(tile: Tile): Promise<Bytes[] | null> {
    const content = await read(tilePath(tile))
    return content && decodeEntryBundle(content, tile.width)
  }

  /** What is in the tiles up to this size and not in our copy. */
  async function appendNew(size: number): Promise<SeatLogProblem[]> {
    const problems: SeatLogProblem[] = []
    const readGroup = async (from: number) => {
      const group = listTiles('entries', size, from, tilesAtOnce)
      const bundles: Promise<Bytes[] | null>[] = []
      for (const tile of group) {
        const bundle = readEntries(tile)
        // Awaited later, or never when something is wrong before.
        bundle.catch(() => {})
        bundles.push(bundle)
        // A browser takes milliseconds to begin with one.
        await pause()
      }
      return { group, bundles }
    }
    let next = readGroup(Math.floor(tree.size / tileWidth))
    while (true) {
      const { group, bundles: reading } = await next
      if (group.length === 0) return problems
      // Fetched while these are verified.
      next = readGroup((group.at(-1)?.index ?? 0) + 1)
      const bundles = await Promise.all(reading)
      for (const [at, bundle] of bundles.entries()) {
        const tile = group[at]
        if (!tile || !bundle) return [...problems, { code: 'bad-tile', path: tile ? tilePath(tile) : '' }]
        problems.push(...(await append(bundle.slice(tree.size - tile.index * tileWidth))))
      }
    }
  }

  /** Where the entries at hand and those that the log has now begin to differ. */
  async function findChange(): Promise<number | null> {
    for (const tile of listTiles('entries', tree.size)) {
      const bundle = await readEntries(tile)
      const first = tile.index * tileWidth
      const at = bundle?.findIndex((bytes, index) => decodeText(bytes) !== entries[first + index]) ?? -1
      if (at >= 0) return first + at
    }
    return null
  }

  /** The first entry whose hash is not the one that the log publishes for it. */
  async function findForged(): Promise<number | null> {
    for (const tile of listTiles(0, tree.size)) {
      const hashes = await read(tilePath(tile))
      const first = tile.index * tileWidth
      for (let at = 0; hashes && at < tile.width; at++)
        if (!equalBytes(hashes.subarray(at * 32, at * 32 + 32), tree.subtree(0, first + at)))
          return first + at
    }
    return null
  }

  async function checkRoot({ size, root }: Checkpoint): Promise<SeatLogProblem[]> {
    if (tree.size < size || equalBytes(tree.root(size), root)) return []
    const seen = latest(checkpoints)
    const changed = remembered && remembered.entries.length > 0 ? await findChange() : null
    if (seen && changed !== null) return [{ code: 'history-rewritten', size: seen.size, entry: changed }]
    return [{ code: 'root-differs', entry: await findForged() }]
  }

  const findRewritten = (size: number): SeatLogProblem[] =>
    checkpoints
      .map(checkpointOf)
      .filter((seen) => seen.size <= size && seen.size <= tree.size)
      .filter((seen) => !equalBytes(tree.root(seen.size), seen.root))
      .slice(0, 1)
      .map((seen) => ({ code: 'history-rewritten', size: seen.size, entry: null }))

  function findTimeAhead(): SeatLogProblem[] {
    const at = replay.lastAt()
    if (at === '' || Date.parse(at) <= now() + aheadAtMostMs) return []
    return [{ code: 'time-ahead', entry: tree.size - 1, at, now: toMinute(new Date(now())) }]
  }

  async function readCheckpoint(): Promise<{ note: string; checkpoint: Checkpoint } | SeatLogProblem> {
    key ||= decodeText((await read('key')) ?? new Uint8Array())?.trim() ?? ''
    const bytes = await read('checkpoint')
    if (!bytes) return { code: 'log-gone' }
    const note = decodeText(bytes) ?? ''
    shown = note
    try {
      const checkpoint = parseCheckpoint(await openNote(note, key))
      if (checkpoint.origin !== origin)
        throw new NoteError(`It is the checkpoint of ${checkpoint.origin}, not of ${origin}`)
      return { note, checkpoint }
    } catch (error) {
      if (error instanceof NoteError) return { code: 'bad-checkpoint', reason: error.message }
      throw error
    }
  }

  return {
    /** Everything that is wrong with the log as it is now; empty when it is verified. */
    async update(): Promise<SeatLogProblem[]> {
      const result = await readCheckpoint()
      if ('code' in result) return [result]
      const { note, checkpoint } = result
      if (checkpoint.size > entriesAtMost)
        throw new TooManyEntriesError(
          `The log has ${checkpoint.size} entries; ${entriesAtMost} can be verified.`,
        )
      const seen = latest(checkpoints)
      if (seen && checkpoint.size < seen.size)
        return [{ code: 'log-shrunk', size: checkpoint.size, seen: seen.size }]
      const kept = isFirstUpdate ? (remembered?.entries ?? []) : []
      recent = []
      if (!isFirstUpdate) remember()
      const problems: SeatLogProblem[] = await append(kept.map(encodeText))
      problems.push(...(await appendNew(checkpoint.size)))
      if (isFirstUpdate) remember()
      isFirstUpdate = false
      // Entries are judged only if they are those that were signed, and that were there before.
      const changes = [...(await checkRoot(checkpoint)), ...findRewritten(checkpoint.size)]
      if (changes.length > 0) return changes
      problems.push(...findTimeAhead())
      if (problems.length === 0 && seen?.size !== checkpoint.size) checkpoints.push(note)
      return problems
    },

    /** Whether the banner's number is one that the log had between the last update and the one before it, or at its own time. */
    compareBanner(banner: BannerFigures): SeatLogProblem[] {
      const shown = [...(banner.isClosed ? replay.offers() : recent), ...statesAt(banner.asOf)]
      if (shown.some((offer) => isShown(offer, banner))) return []
      const last = replay.offers().at(-1)
      const counted = last && !isOver(last, banner.asOf) ? last.terms.cap - last.taken : 0
      return [{ code: 'banner-differs', shown: banner.remaining, counted }]
    },

    /** Whether what somebody else was shown is the same log; to be called after an update. */
    async compareCheckpoint(note: string): Promise<SeatLogProblem[]> {
      try {
        const { size, root } = parseCheckpoint(await openNote(note, key))
        if (size > tree.size) return [{ code: 'log-shrunk', size: tree.size, seen: size }]
        return equalBytes(tree.root(size), root) ? [] : [{ code: 'history-rewritten', size, entry: null }]
      } catch (error) {
        if (error instanceof NoteError) return [{ code: 'bad-checkpoint', reason: error.message }]
        throw error
      }
    },

    /** To hand over at the next visit. */
    memory: (): RememberedLog => ({ key, checkpoints, entries }),
    /** The checkpoint as it was read last, also when it is not good: evidence. */
    shownCheckpoint: () => shown,
    offers: replay.offers,
  }
}

const checkpointOf = (note: string): Checkpoint => parseCheckpoint(parseNote(note).text)
const latest = (notes: readonly string[]): Checkpoint | null => {
  const note = notes.at(-1)
  return note === undefined ? null : checkpointOf(note)
}

const isOver = ({ terms, closedAt }: OfferState, asOf: string): boolean =>
  closedAt !== null || (terms.closesAt !== null && Date.parse(terms.closesAt) <= Date.parse(asOf))

function isShown(offer: OfferState, { cap, sold, remaining, isClosed, asOf }: BannerFigures): boolean {
  if (offer.terms.cap !== cap || offer.sold !== sold || isOver(offer, asOf) !== isClosed) return false
  return isClosed || cap - offer.taken === remaining
}
