import { createHmac } from 'node:crypto'
import { AppError, type ErrorCode } from '../errors.ts'

export interface RateLimit {
  name: string
  max: number
  windowMs: number
  /** What a refusal says; `too-many` unless given. */
  refusal?: ErrorCode
}

export interface Hits {
  hits: number
  windowEndsInMs: number
}

/** Counts one more use and refuses it when there were too many; the counts are shared by all server processes. */
export type RateLimiter = (limit: RateLimit, subject: string) => Promise<unknown>

/** One that returns the count in the current window, with this use. */
export type CountingRateLimiter = (limit: RateLimit, subject: string) => Promise<number>

export function createRateLimiter(
  countHit: (hit: { key: string; windowMs: number }) => Promise<Hits>,
  secret: string,
): CountingRateLimiter {
  return async (limit, subject) => {
    const { hits, windowEndsInMs } = await countHit({
      key: rateLimitKey(limit, subject, secret),
      windowMs: limit.windowMs,
    })
    if (hits > limit.max) {
      const retryAfterSeconds = Math.max(1, Math.ceil(windowEndsInMs / 1_000))
      throw new AppError(limit.refusal ?? 'too-many', { retryAfterSeconds })
    }
    return hits
  }
}

/** Addresses of people are not kept in the clear. */
export const rateLimitKey = (limit: RateLimit, subject: string, secret: string): string =>
  `${limit.name}:${createHmac('sha256', secret).update(subject).digest('base64url')}`
