import { setImmediate } from 'node:timers/promises'
import { addToHistory, type SeatHistory } from '../../core/seats/seat-history.ts'
import { formatCheckpoint } from '../../packages/client/src/seat-log/checkpoint.ts'
import { encodeText } from '../../packages/client/src/seat-log/encoding.ts'
import { createMerkleTree, hashLeaf } from '../../packages/client/src/seat-log/merkle-tree.ts'
import { parseEntry } from '../../packages/client/src/seat-log/seat-log-entry.ts'
import { formatSeatProof } from '../../packages/client/src/seat-log/seat-proof.ts'
import type { Bytes } from '../../packages/client/src/seat-log/sha256.ts'
import { createNoteSigner } from '../../packages/client/src/seat-log/signed-note.ts'
import {
  encodeEntryBundle,
  isTileWithin,
  parseTilePath,
  readHashTile,
  type Tile,
} from '../../packages/client/src/seat-log/tiles.ts'
import { batchCalls } from '../db/batch-reads.ts'
import type { Drizzle } from '../db/database.ts'
import { type LoggedSeat, listEntries } from './log-store.ts'

interface SeatLogDeps {
  readers: Drizzle
  /** The log's name: the host and /log. */
  origin: string
  /** Ed25519 private keys in base64; the first one is published. */
  openKeys: () => Promise<string[]>
}

const entriesPerRead = 2_000
const tileWidth = 256

/**
 * The public log of the seats. Entries never change, so each process keeps them and their tree, and reads what is new. No
 * answer is older than its request: whichever process is asked, the log never seems to shrink.
 */
export function createSeatLog({ readers, origin, openKeys }: SeatLogDeps) {
  const tree = createMerkleTree()
  const entries: Bytes[] = []
  const history: SeatHistory = { offers: [] }
  let signing: ReturnType<typeof openSigners> | undefined
  let signed = { size: -1, note: '' }

  async function readNew(): Promise<void> {
    for (;;) {
      const rows = await listEntries(readers, tree.size, entriesPerRead)
      for (const { index, entry } of rows) {
        const parsed = parseEntry(entry)
        if (index !== tree.size || !parsed) throw new Error(`The seat log is damaged at entry ${tree.size}.`)
        const bytes = encodeText(entry)
        tree.append(hashLeaf(bytes))
        entries.push(bytes)
        addToHistory(history, parsed)
      }
      if (rows.length < entriesPerRead) return
      await setImmediate()
    }
  }
  /** Everything that was committed before the call. */
  const refresh = batchCalls(async (calls: null[]) => {
    await readNew()
    return calls
  })

  async function openSigners() {
    const keys = await openKeys()
    return Promise.all(keys.map((key) => createNoteSigner(origin, Buffer.from(key, 'base64'))))
  }
  function signers() {
    signing ??= openSigners().catch((error) => {
      signing = undefined
      throw error
    })
    return signing
  }

  /** Signed by every key, so that whoever knows one of them goes on verifying when another becomes the first. */
  async function readCheckpoint() {
    await refresh(null)
    const { size } = tree
    if (signed.size !== size) {
      const text = formatCheckpoint({ origin, size, root: tree.root() })
      const notes = await Promise.all((await signers()).map((signer) => signer.sign(text)))
      const signatures = notes.map((note) => note.slice(text.length + 1))
      signed = { size, note: `${text}\n${signatures.join('')}` }
      return signed
    }
    return signed
  }

  return {
    /** Makes the key if there is none. */
    async prepare(): Promise<void> {
      await signers()
    },
    verifierKey: async () => (await signers())[0]?.verifierKey ?? '',
    checkpoint: async () => (await readCheckpoint()).note,
    /** Null for a tile that is not there. */
    async readTile(path: string): Promise<{ tile: Tile; content: Bytes } | null> {
      const tile = parseTilePath(path)
      if (!tile) return null
      if (!isTileWithin(tile, tree.size)) await refresh(null)
      if (!isTileWithin(tile, tree.size)) return null
      const { level, index, width } = tile
      if (level !== 'entries') return { tile, content: readHashTile(tree, { level, index, width }) }
      const first = index * tileWidth
      return { tile, content: encodeEntryBundle(entries.slice(first, first + width)) }
    },
    /** What shows that the sale of a seat stands in the log. */
    async proveSeat({ index, salt, holdId }: LoggedSeat): Promise<string> {
      const { size, note } = await readCheckpoint()
      const entry = entries[index]
      if (!entry) throw new Error(`Entry ${index} is not in the seat log.`)
      return formatSeatProof({
        index,
        entry: new TextDecoder().decode(entry),
        salt,
        holdId,
        hashes: tree.inclusionProof(index, size),
        checkpoint: note,
      })
    },
    async readHistory(): Promise<SeatHistory> {
      await refresh(null)
      return history
    },
  }
}

export type SeatLog = ReturnType<typeof createSeatLog>
