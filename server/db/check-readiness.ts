import { withTimeout } from '../with-timeout.ts'
import type { DatabaseClock } from './clock.ts'
import type { Database } from './database.ts'
import { probeWrite } from './probe-write.ts'

export interface Readiness {
  isReady: boolean
  /** For the operator who looks at /readyz. */
  message: string
}

const writeLimitMs = 2_000
/** A write is tried at most this often, however often /readyz is requested. */
const writeEveryMs = 5_000
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
) {
  let writable: Promise<boolean> | undefined
  let triedAt = Number.NEGATIVE_INFINITY

  /** Callers within the interval share one try and its result. */
  function isWritable(): Promise<boolean> {
    if (!writable || performance.now() - triedAt >= writeEveryMs) {
      triedAt = performance.now()
      writable = withTimeout(probeWrite(readers), writeLimitMs).then(
        () => true,
        () => false,
      )
    }
    return writable
  }

  return async (): Promise<Readiness> => {
    if (!(await isReady())) return { isReady: false, message: 'not ready: the database does not answer' }
    if (!(await isWritable()))
      return { isReady: false, message: 'not ready: the database takes no writes; is its disk full?' }
    const skew = clock.wallAheadSeconds()
    const off = Math.abs(skew)
    const sentence = `this machine's clock is ${off} s ${skew > 0 ? 'ahead of' : 'behind'} the database's`
    if (off > maxSkewSeconds) return { isReady: false, message: `not ready: ${sentence}` }
    return { isReady: true, message: off > mentionSkewSeconds ? `ready, but ${sentence}` : 'ready' }
  }
}
