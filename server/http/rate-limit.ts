import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { AppError, type ErrorCode } from '../errors.ts'
import { type ClientNetwork, networkLevels } from './client-network.ts'

export interface RateLimit {
  name: string
  max: number
  windowMs: number
  /** What a refusal says; `too-many` unless given. */
  refusal?: ErrorCode
}

/** `max` is for an IPv4 address or an IPv6 /64. */
export interface NetworkLimit extends RateLimit {
  /** For an IPv6 /48, unless it is as many times `max` as networks have by default. */
  maxOfSite?: number
}

export interface Use {
  limit: RateLimit
  subject: string
}

/** One use more under a key, or one less. */
export interface Hit {
  key: string
  windowMs: number
  by: 1 | -1
}

export interface Hits {
  hits: number
  windowEndsInMs: number
}

export interface UseCounter {
  /**
   * Counts uses in one statement, and returns for each how many there were in its window; the counts are shared by all server
   * processes. When there were too many of one, none is counted and the refusal is thrown: a caller who is refused takes
   * nothing from others.
   */
  count: (uses: readonly Use[]) => Promise<number[]>
  /** For what did not happen after all. */
  uncount: (uses: readonly Use[]) => Promise<void>
}

/** Counts one more use and refuses it when there were too many. */
export type RateLimiter = (limit: RateLimit, subject: string) => Promise<unknown>

/** The same for the network that a request comes from, on each of its levels. */
export type NetworkLimiter = (limit: NetworkLimit, c: Context) => Promise<unknown>

export function createUseCounter(
  countHits: (hits: readonly Hit[]) => Promise<Hits[]>,
  secret: string,
): UseCounter {
  const countAll = (uses: readonly Use[], by: Hit['by']) =>
    countHits(
      uses.map(({ limit, subject }) => ({
        key: rateLimitKey(limit, subject, secret),
        windowMs: limit.windowMs,
        by,
      })),
    )
  const uncount = async (uses: readonly Use[]) => {
    await countAll(uses, -1)
  }
  return {
    uncount,
    async count(uses) {
      const counted = await countAll(uses, 1)
      const refusedAt = uses.findIndex(({ limit }, index) => (counted[index]?.hits ?? 0) > limit.max)
      if (refusedAt === -1) return counted.map(({ hits }) => hits)
      await uncount(uses)
      const retryAfterSeconds = Math.max(1, Math.ceil((counted[refusedAt]?.windowEndsInMs ?? 0) / 1_000))
      throw new AppError(uses[refusedAt]?.limit.refusal ?? 'too-many', { retryAfterSeconds })
    },
  }
}

/** The uses to count when a network does something once. */
export const usesOfNetwork = (limit: NetworkLimit, network: ClientNetwork): Use[] =>
  networkLevels(network, limit.max, limit.maxOfSite).map((level) => ({
    limit: { ...limit, max: level.max },
    subject: level.network,
  }))

/** Addresses of people are not kept in the clear. */
const rateLimitKey = (limit: RateLimit, subject: string, secret: string): string =>
  `${limit.name}:${createHmac('sha256', secret).update(subject).digest('base64url')}`
