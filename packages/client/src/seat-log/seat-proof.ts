import { parseCheckpoint } from './checkpoint.ts'
import { decodeBase64, encodeBase64, encodeHex, encodeText } from './encoding.ts'
import { hashLeaf, verifyInclusion } from './merkle-tree.ts'
import { parseEntry } from './seat-log-entry.ts'
import { type Bytes, sha256 } from './sha256.ts'
import { NoteError, openNote } from './signed-note.ts'

const header = 'c2sp.org/tlog-proof@v1'

export interface SeatProof {
  /** Of the sale in the log. */
  index: number
  /** The sale as it stands there. */
  entry: string
  /** 16 bytes in hexadecimal. */
  salt: string
  holdId: string
  hashes: readonly Uint8Array[]
  /** The signed note. */
  checkpoint: string
}

/** A c2sp.org/tlog-proof: keeps for good, and is verified without the log. */
export function formatSeatProof({ index, entry, salt, holdId, hashes, checkpoint }: SeatProof): string {
  const extra = encodeBase64(encodeText(JSON.stringify({ entry, salt, holdId })))
  const lines = [header, `extra ${extra}`, `index ${index}`, ...hashes.map(encodeBase64)]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** Throws a NoteError when the text is no such proof. Nothing of it is verified. */
export function parseSeatProof(text: string): SeatProof {
  const end = text.indexOf('\n\n')
  const [first, extraLine = '', indexLine = '', ...encoded] = text.slice(0, end).split('\n')
  const extra = parseExtra(decodeBase64(extraLine.replace(/^extra /, '')))
  const [, index] = /^index (0|[1-9]\d{0,14})$/.exec(indexLine) ?? []
  const hashes = encoded.flatMap((line) => decodeBase64(line) ?? [])
  if (end < 0 || first !== header || !extra || index === undefined || hashes.length !== encoded.length)
    throw new NoteError('This is not the proof of a seat')
  return { ...extra, index: Number(index), hashes, checkpoint: text.slice(end + 2) }
}

function parseExtra(bytes: Bytes | null): Pick<SeatProof, 'entry' | 'salt' | 'holdId'> | null {
  try {
    const { entry, salt, holdId }: Record<string, unknown> = JSON.parse(
      new TextDecoder().decode(bytes ?? undefined),
    )
    const isComplete = typeof entry === 'string' && typeof salt === 'string' && typeof holdId === 'string'
    return isComplete && /^[0-9a-f]{32}$/.test(salt) ? { entry, salt, holdId } : null
  } catch {
    return null
  }
}

export interface ProvenSeat {
  offer: string
  /** The how-manieth seat that was sold. */
  number: number
  at: string
}

/** The seat that a proof shows to be sold, and to whoever knows its salt; throws a NoteError when it shows nothing. */
export async function verifySeatProof(text: string, verifierKey: string): Promise<ProvenSeat> {
  const { index, entry, salt, holdId, hashes, checkpoint } = parseSeatProof(text)
  const { size, root } = parseCheckpoint(await openNote(checkpoint, verifierKey))
  const leafHash = hashLeaf(encodeText(entry))
  if (!verifyInclusion({ leafHash, index, size, root, proof: hashes }))
    throw new NoteError(`The entry is not number ${index} of the log`, 'not-in-log')
  const sale = parseEntry(entry)
  if (sale?.type !== 'sold') throw new NoteError('The entry is not the sale of a seat', 'other-entry')
  const salted = Uint8Array.from([
    ...(salt.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)),
    ...encodeText(holdId),
  ])
  if (encodeHex(sha256(salted)) !== sale.seat)
    throw new NoteError('The entry is the sale of another seat', 'other-entry')
  return { offer: sale.offer, number: sale.sold, at: sale.at }
}
