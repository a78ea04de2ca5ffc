import { setTimeout as sleep } from 'node:timers/promises'

export class TooLate extends Error {
  override name = 'TooLate'
}

/** Fails when there is no answer within the limit. What was begun goes on, and nobody waits for it. */
export async function inTime<Answer>(answer: Promise<Answer>, limitMs: number): Promise<Answer> {
  const patience = new AbortController()
  const late = sleep(limitMs, undefined, { signal: patience.signal }).then(() => {
    throw new TooLate(`No answer within ${limitMs} ms`)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    late.catch(() => {})
    patience.abort()
  }
}
