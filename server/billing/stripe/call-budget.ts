import { AsyncLocalStorage } from 'node:async_hooks'

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Stripe was not called, or responded with 429: nothing has happened there. */
export class BudgetExceeded extends Error {
  override name = 'BudgetExceeded'
}

interface CallContext {
  /** When the caller gives up, by `performance.now()`. */
  deadline: number
  /** Nobody waits: buyers go first. */
  isBackground: boolean
}

const callContext = new AsyncLocalStorage<CallContext>()
/** Retries and waits included: a visitor waits for the response. Set at the start, by STRIPE_WAIT_SECONDS. */
export const requestLimit = { ms: 9_000 }

/** Bounds all calls to Stripe within `work` together by what a visitor waits for a response. */
export const withinRequest = <T>(work: () => Promise<T>): Promise<T> =>
  callContext.run({ deadline: performance.now() + requestLimit.ms, isBackground: false }, work)

/** Calls to Stripe within `work` leave a part of the budget to those who wait. */
export const inBackground = <T>(limitMs: number, work: () => Promise<T>): Promise<T> =>
  callContext.run({ deadline: performance.now() + limitMs, isBackground: true }, work)

export const isInBackground = (): boolean => callContext.getStore()?.isBackground ?? false

export const remainingMs = (): number => {
  const context = callContext.getStore()
  return context ? Math.max(0, context.deadline - performance.now()) : requestLimit.ms
}

/** Of a process, unless STRIPE_CALLS_PER_SECOND says otherwise. Stripe allows 25 for each endpoint in test mode, 100 in live mode. */
export const defaultCallsPerSecond = 20

interface BudgetOptions {
  callsPerSecond: number
  burst: number
}

/** A part of the burst that background work does not touch. */
const reservedShare = 0.25
const longestYieldMs = 2_000

/** A token bucket. Waiting callers are served in order. */
export function createCallBudget({ callsPerSecond, burst }: BudgetOptions) {
  let tokens = burst
  let filledAt = performance.now()

  function refill() {
    const now = performance.now()
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1_000) * callsPerSecond)
    filledAt = now
  }

  return {
    /** Resolves when the call may be made; fails at once when that would be too late. */
    async take(): Promise<void> {
      if (callsPerSecond === Number.POSITIVE_INFINITY) return
      const isBackground = isInBackground()
      const begunAt = performance.now()
      for (;;) {
        refill()
        // Taken at once, and waited for afterwards if it is owed: that keeps the order.
        const floor = Math.min(burst * reservedShare, burst - 1)
        // Then it takes its turn: a steady stream of buyers must not stop all other work.
        const isPatient = isBackground && performance.now() - begunAt < longestYieldMs
        if (isPatient && tokens < floor + 1) {
          await waitFor(Math.min(longestYieldMs, ((floor + 1 - tokens) / callsPerSecond) * 1_000))
          continue
        }
        const owedMs = Math.max(0, ((1 - tokens) / callsPerSecond) * 1_000)
        if (owedMs > remainingMs()) throw new BudgetExceeded('The budget of calls to Stripe is used up.')
        tokens -= 1
        if (owedMs > 0) await sleep(owedMs)
        return
      }
    },
  }
}

/** Fails at once when it would take longer than anybody waits. */
export async function waitFor(ms: number): Promise<void> {
  if (ms > remainingMs()) throw new BudgetExceeded('Stripe takes no more calls for the moment.')
  await sleep(ms)
}

export type CallBudget = ReturnType<typeof createCallBudget>
