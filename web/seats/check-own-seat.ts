import * as messages from '../../core/messages/messages.ts'
import type { OwnSeat } from '../../core/seats/contract.ts'
import { parseSeatProof, verifySeatProof } from '../../packages/client/src/seat-log/seat-proof.ts'
import { NoteError, type NoteProblem } from '../../packages/client/src/seat-log/signed-note.ts'
import {
  createSeatLogVerifier,
  type SeatLogOptions,
} from '../../packages/client/src/seat-log/verify-seat-log.ts'
import { createBrowserPause, fetchPublic, lacksSignatures } from './browser-log.ts'
import { describeProblem } from './seat-log-check.ts'
import { browserMemory, type SeatLogMemory } from './seat-log-memory.ts'

/** The number of the seat, or in a sentence what is wrong, or why nothing was checked. */
export type OwnSeatCheck = { number: number } | { problem: string } | { unchecked: string }

const proofProblems: Record<NoteProblem, () => string> = {
  unreadable: () => messages.seatProofUnreadable,
  'not-signed': () => messages.seatProofNotSigned,
  'not-in-log': () => messages.seatProofNotInLog,
  'other-entry': () => messages.seatProofOtherEntry,
}

interface CheckOwnSeatDeps extends Pick<SeatLogOptions, 'read' | 'pause' | 'now'> {
  memory: SeatLogMemory
}

const inThisBrowser = (): CheckOwnSeatDeps => ({
  memory: browserMemory,
  async read(path) {
    const response = await fetchPublic(`/log/${path}`)
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`The log answered ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  },
  pause: createBrowserPause(),
  now: () => Date.now(),
})

/**
 * Is the sale in the log that everybody sees? The proof came to the buyer alone, so it is compared with the public log, and that
 * with what this browser saw before.
 */
export async function checkOwnSeat(
  { proof, verifierKey }: OwnSeat,
  { memory, ...options }: CheckOwnSeatDeps = inThisBrowser(),
): Promise<OwnSeatCheck> {
  try {
    const [origin = ''] = verifierKey.split('+')
    const log = createSeatLogVerifier({ ...options, origin, remembered: memory.read() })
    const wrong = await log.update()
    if (wrong[0]) return { problem: describeProblem(wrong[0]) }
    const { number } = await verifySeatProof(proof, log.memory().key)
    const [difference] = await log.compareCheckpoint(parseSeatProof(proof).checkpoint)
    if (difference) return { problem: describeProblem(difference) }
    memory.write(log.memory())
    return { number }
  } catch (error) {
    if (error instanceof NoteError) return { problem: proofProblems[error.code]() }
    return { unchecked: lacksSignatures(error) ? messages.logUnsupported : messages.logNotRead }
  }
}
