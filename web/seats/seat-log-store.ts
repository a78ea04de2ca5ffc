import { createStore, type Store } from '../../core/store.ts'
import type { BannerFigures, SeatLogProblem } from '../../packages/client/src/seat-log/verify-seat-log.ts'
import { type VerifyShopOptions, verifyShop } from '../../packages/client/src/seat-log/verify-shop.ts'
import type { SeatLogMemory } from './seat-log-memory.ts'

export type SeatLogState =
  /** Before the script runs, or without one. */
  | { status: 'idle' }
  | { status: 'checking' }
  | { status: 'verified'; entries: number; figures: BannerFigures; isSeenBefore: boolean }
  | { status: 'wrong'; problems: SeatLogProblem[] }
  /** The log or the figures could not be read. */
  | { status: 'not-read' }
  /** No Ed25519: an old browser, or a page without TLS. */
  | { status: 'unsupported' }

export const initialSeatLogState: SeatLogState = { status: 'idle' }

interface SeatLogStoreDeps extends Pick<VerifyShopOptions, 'url' | 'fetch' | 'pause' | 'wait'> {
  memory: SeatLogMemory
}

/** Verifies the seat log with what the last visit saw. What contradicts it is not remembered. */
export function createSeatLogStore({ memory, ...options }: SeatLogStoreDeps): Store<SeatLogState> & {
  start(): Promise<void>
} {
  const store = createStore(initialSeatLogState)
  async function verify(): Promise<SeatLogState> {
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
  }
  return {
    ...store,
    async start() {
      store.set({ status: 'checking' })
      store.set(
        await verify().catch((error): SeatLogState => {
          const isUnsupported = error instanceof DOMException && error.name === 'NotSupportedError'
          return { status: isUnsupported || !globalThis.crypto.subtle ? 'unsupported' : 'not-read' }
        }),
      )
    },
  }
}
