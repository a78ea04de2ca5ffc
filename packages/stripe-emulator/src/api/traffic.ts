import type { ApiCall } from './handle-call.ts'

export type Traffic = ReturnType<typeof createTraffic>

/** Calls a second, and how many may come at once. */
interface RateLimit {
  rate: number
  burst: number
}

/**
 * How much the API takes and how long every call lasts, set by tests. Off at the start. A token bucket, as Stripe's own limiter
 * is (docs.stripe.com/rate-limits); it runs by the real clock.
 */
export function createTraffic(realMs: () => number) {
  let limit: RateLimit | null = null
  let delay = 0
  let tokens = 0
  let filledMs = 0
  let admitted = 0
  let refused = 0
  let calls: Pick<ApiCall, 'method' | 'path' | 'form'>[] = []
  return {
    limitRate(wished: RateLimit | null) {
      limit = wished
      tokens = wished?.burst ?? 0
      filledMs = realMs()
      admitted = 0
      refused = 0
      calls = []
    },
    delayCalls(delayMs: number) {
      delay = delayMs
    },
    delayMs: () => delay,
    /** False when a call comes above the rate. */
    admits({ method, path, form }: ApiCall) {
      if (limit) {
        calls.push({ method, path, form })
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
    /** Those since the limit was set, refused ones too; without a limit none, since nobody would empty the list. */
    calls: () => calls,
  }
}
