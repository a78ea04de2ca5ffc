import type { BannerFigures, SeatLogProblem } from '../../packages/client/src/seat-log/verify-seat-log.ts'
import { type VerifyShopOptions, verifyShop } from '../../packages/client/src/seat-log/verify-shop.ts'
import { lacksSignatures } from './browser-log.ts'
import type { SeatLogMemory } from './seat-log-memory.ts'

export type SeatLogState =
  | { status: 'checking' }
  | { status: 'verified'; entries: number; figures: BannerFigures; isSeenBefore: boolean }
  | { status: 'wrong'; problems: SeatLogProblem[] }
  /** The log or the figures could not be read. */
  | { status: 'not-read' }
  | { status: 'unsupported' }

interface CheckSeatLogDeps extends Pick<VerifyShopOptions, 'url' | 'fetch' | 'pause' | 'wait' | 'now'> {
  memory: SeatLogMemory
}

/** Verifies the seat log with what the last visit saw. What contradicts it is not remembered. */
export async function checkSeatLog({ memory, ...options }: CheckSeatLogDeps): Promise<SeatLogState> {
  try {
    const remembered = memory.read()
    const result = await verifyShop({ ...options, remembered })
    if (result.outcome === 'nothing-to-verify') return { status: 'not-read' }
    if (result.outcome === 'inconsistent') return { status: 'wrong', problems: result.problems }
    const log = result.log.memory()
    memory.write(log)
    return {
      status: 'verified',
      entries: log.entries.length,
      figures: result.banner,
      isSeenBefore: remembered !== undefined,
    }
  } catch (error) {
    return { status: lacksSignatures(error) ? 'unsupported' : 'not-read' }
  }
}
