import { shareInFlight } from '../share-in-flight.ts'
import { withTimeout } from '../with-timeout.ts'
import type { DatabaseClock } from './clock.ts'
import type { Database } from './database.ts'
import { probeWrite } from './probe-write.ts'

export interface Readiness {
  isReady: boolean
  /** For the operator who looks at /readyz. */
  message: string
}

interface WriteTiming {
  writeLimitMs: number
  /** A write is tried at most this often, however often /readyz is requested. */
  writeEveryMs: number
}

const writeTiming: WriteTiming = { writeLimitMs: 2_000, writeEveryMs: 5_000 }
const mentionSkewSeconds = 10
/** Sessions and the tokens of products are judged by this machine's clock: more would sign people out. */
const maxSkewSeconds = 300

/**
 * Whether this process can serve: the database responds, takes a write, and its clock agrees with this machine's. Asked where
 * visitors read: behind all who write, a busy database would look like one that does not answer.
 */
export function createReadinessCheck(
  { readers, isReady }: Pick<Database, 'readers' | 'isReady'>,
  clock: DatabaseClock,
  { writeLimitMs, writeEveryMs } = writeTiming,
) {
  let writable = Promise.resolve(false)
  let isWriting = false
  let triedAt = Number.NEGATIVE_INFINITY

  /** Callers within the interval share one try and its result, and so do all while it has not ended: it keeps its connection. */
  function isWritable(): Promise<boolean> {
    if (isWriting || performance.now() - triedAt < writeEveryMs) return writable
    isWriting = true
    triedAt = performance.now()
    const write = probeWrite(readers).finally(() => {
      isWriting = false
    })
    writable = withTimeout(write, writeLimitMs).then(
      () => true,
      () => false,
    )
    return writable
  }

  async function check(): Promise<Readiness> {
    if (!(await isReady())) return { isReady: false, message: 'not ready: the database does not answer' }
    if (!(await isWritable()))
      return { isReady: false, message: 'not ready: the database takes no writes; is its disk full?' }
    const skew = clock.wallAheadSeconds()
    const off = Math.abs(skew)
    const sentence = `this machine's clock is ${off} s ${skew > 0 ? 'ahead of' : 'behind'} the database's`
    if (off > maxSkewSeconds) return { isReady: false, message: `not ready: ${sentence}` }
    return { isReady: true, message: off > mentionSkewSeconds ? `ready, but ${sentence}` : 'ready' }
  }
  return shareInFlight(check, () => '')
}
