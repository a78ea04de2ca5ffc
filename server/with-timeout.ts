import { setTimeout as sleep } from 'node:timers/promises'

export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/** Rejects when the work takes longer than the limit. The work itself goes on unattended. */
export async function withTimeout<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  const patience = new AbortController()
  const late = sleep(limitMs, undefined, { signal: patience.signal }).then(() => {
    throw new TimeoutError(`No answer within ${limitMs} ms`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => {})
    patience.abort()
  }
}
