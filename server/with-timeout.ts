import { setTimeout as sleep } from 'node:timers/promises'

export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/** Fails when there is no answer within the limit. What was begun goes on, and nobody waits for it. */
export async function withTimeout<Result>(answer: Promise<Result>, limitMs: number): Promise<Result> {
  const patience = new AbortController()
  const late = sleep(limitMs, undefined, { signal: patience.signal }).then(() => {
    throw new TimeoutError(`No answer within ${limitMs} ms`)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    late.catch(() => {})
    patience.abort()
  }
}
