import { decodeBase64, encodeBase64 } from './encoding.ts'
import type { Bytes } from './sha256.ts'
import { NoteError } from './signed-note.ts'

/** The text of a c2sp.org/tlog-checkpoint: which log, how many entries, and the root over them. */
export interface Checkpoint {
  origin: string
  size: number
  root: Bytes
}

export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${encodeBase64(root)}\n`

/** Throws a NoteError. Lines of extension are allowed and ignored. */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', encoded = '', ...more] = text.split('\n')
  const root = decodeBase64(encoded)
  const isNumber = /^(0|[1-9]\d*)$/.test(size) && Number.isSafeInteger(Number(size))
  const isComplete = more.pop() === '' && more.every((line) => line !== '')
  if (!origin || !isNumber || root?.length !== 32 || !isComplete)
    throw new NoteError('This is not a checkpoint')
  return { origin, size: Number(size), root }
}
