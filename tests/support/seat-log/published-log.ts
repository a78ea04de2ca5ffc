import { formatCheckpoint } from '../../../packages/client/src/seat-log/checkpoint.ts'
import { encodeText } from '../../../packages/client/src/seat-log/encoding.ts'
import { createMerkleTree, hashLeaf } from '../../../packages/client/src/seat-log/merkle-tree.ts'
import {
  formatEntry,
  type MovementEntry,
  toMinute,
} from '../../../packages/client/src/seat-log/seat-log-entry.ts'
import { type Bytes, sha256 } from '../../../packages/client/src/seat-log/sha256.ts'
import { createNoteSigner } from '../../../packages/client/src/seat-log/signed-note.ts'
import {
  encodeEntryBundle,
  isTileWithin,
  parseTilePath,
  readHashTile,
  tileWidth,
} from '../../../packages/client/src/seat-log/tiles.ts'

interface PublishedLog {
  /** The entries that are signed. */
  entries: readonly string[]
  /** Those that are handed out, if they are others. */
  served?: readonly string[]
  origin?: string
  privateKey?: Bytes
}

/** A log as a server publishes it; the content under its address by path. */
export async function publishLog({
  entries,
  served = entries,
  origin = 'shop.example/log',
  privateKey = new Uint8Array(32).fill(7),
}: PublishedLog) {
  const tree = createMerkleTree()
  for (const entry of entries) tree.append(hashLeaf(encodeText(entry)))
  const signer = await createNoteSigner(origin, privateKey)
  const checkpoint = await signer.sign(formatCheckpoint({ origin, size: tree.size, root: tree.root() }))
  return {
    key: signer.verifierKey,
    checkpoint,
    async read(path: string): Promise<Bytes | null> {
      if (path === 'key') return encodeText(`${signer.verifierKey}\n`)
      if (path === 'checkpoint') return encodeText(checkpoint)
      const tile = parseTilePath(path)
      if (!tile || !isTileWithin(tile, tree.size)) return null
      const { level, index, width } = tile
      if (level !== 'entries') return readHashTile(tree, { level, index, width })
      return encodeEntryBundle(
        served.slice(index * tileWidth, index * tileWidth + width).map((entry) => encodeText(entry)),
      )
    },
  }
}

/** Writes what a server would. */
export function writeLog({ cap = 50, offer = 'launch' } = {}) {
  const entries: string[] = []
  const startedAt = Date.parse('2026-11-17T07:00:00Z')
  let taken = 0
  let sold = 0
  const at = () => toMinute(new Date(startedAt + entries.length * 10_000))
  const terms = (type: 'offer' | 'terms', seats: number) =>
    entries.push(
      formatEntry({
        type,
        offer,
        cap: seats,
        dealPriceMinor: 8_900,
        laterPriceMinor: 14_900,
        currency: 'usd',
        closesAt: null,
        cooldownDays: 30,
        at: at(),
      }),
    )
  const move = (type: MovementEntry['type'], number: number) => {
    if (type === 'held') taken++
    if (type === 'released') taken--
    if (type === 'sold') sold++
    const seat = Buffer.from(sha256(encodeText(String(number)))).toString('hex')
    entries.push(formatEntry({ type, offer, seat, taken, sold, at: at() }))
  }
  terms('offer', cap)
  return {
    entries,
    changeCap: (seats: number) => terms('terms', seats),
    hold: (number: number) => move('held', number),
    release: (number: number) => move('released', number),
    sell: (number: number) => move('sold', number),
    /** As GET /api/urgency. */
    figures: () => ({
      cap,
      sold,
      remaining: cap - taken,
      isClosed: false,
      asOf: '2026-11-17T09:00:00.000Z',
    }),
  }
}

/** An offer with some seats sold, one given back and one held. */
export function launchLog() {
  const log = writeLog()
  for (let number = 1; number <= 6; number++) log.hold(number)
  for (let number = 1; number <= 4; number++) log.sell(number)
  log.release(5)
  return log
}

/** Seats that are held and given back until the log has so many entries. */
export function longLog(size: number) {
  const log = writeLog()
  for (let number = 0; log.entries.length + 2 <= size; number++) {
    log.hold(number)
    log.release(number)
  }
  while (log.entries.length < size) log.hold(size)
  return log
}
