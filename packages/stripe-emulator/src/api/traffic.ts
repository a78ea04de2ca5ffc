/** How much the API takes and how long every call lasts, set by tests. Off at the start. */
export interface Traffic {
  /** Calls a second, and how many may come at once; null for no limit. */
  limitRate(limit: RateLimit | null): void
  delayCalls(delayMs: number): void
  delayMs(): number
  /** False when a call comes above the rate. */
  admits(): boolean
  report(): { limit: RateLimit | null; delayMs: number; admitted: number; refused: number }
}

interface RateLimit {
  rate: number
  burst: number
}

/** A token bucket, as Stripe's own limiter is (docs.stripe.com/rate-limits); it runs by the real clock. */
export function createTraffic(realMs: () => number): Traffic {
  let limit: RateLimit | null = null
  let delay = 0
  let tokens = 0
  let filledMs = 0
  let admitted = 0
  let refused = 0
  return {
    limitRate(wished) {
      limit = wished
      tokens = wished?.burst ?? 0
      filledMs = realMs()
      admitted = 0
      refused = 0
    },
    delayCalls(delayMs) {
      delay = delayMs
    },
    delayMs: () => delay,
    admits() {
      if (limit) {
        const nowMs = realMs()
        tokens = Math.min(limit.burst, tokens + ((nowMs - filledMs) / 1_000) * limit.rate)
        filledMs = nowMs
        if (tokens < 1) {
          refused += 1
          return false
        }
        tokens -= 1
      }
      admitted += 1
      return true
    },
    report: () => ({ limit, delayMs: delay, admitted, refused }),
  }
}
