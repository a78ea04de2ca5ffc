import { createHmac } from 'node:crypto'
import { AppError } from './app-error.ts'

export interface RateLimit {
  name: string
  max: number
  windowMs: number
}

export interface Hits {
  hits: number
  windowEndsInMs: number
}

/** Counts one more use and refuses it when there were too many; the counts are shared by all server processes. */
export type RateLimiter = (limit: RateLimit, subject: string) => Promise<void>

export function createRateLimiter(
  countHit: (key: string, windowMs: number) => Promise<Hits>,
  secret: string,
): RateLimiter {
  return async (limit, subject) => {
    // Addresses of people are not kept in the clear.
    const hidden = createHmac('sha256', secret).update(subject).digest('base64url')
    const { hits, windowEndsInMs } = await countHit(`${limit.name}:${hidden}`, limit.windowMs)
    if (hits > limit.max) {
      throw new AppError('too-many', { retryAfterSeconds: Math.max(1, Math.ceil(windowEndsInMs / 1_000)) })
    }
  }
}
