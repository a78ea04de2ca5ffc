import { remainingMs } from '../stripe/call-budget.ts'

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** So many clicks within `crowdMs` are a crowd. */
const crowdSize = 5
const crowdMs = 100
/** From one who goes on to the next. In a crowd that is about the rate at which a test key may call Stripe, twice for each. */
const paceMs = { inCrowd: 100, afterwards: 15 }
/** Of the time in which a request is answered; the rest is for Stripe. */
const longestWaitShare = 1 / 3

/**
 * Spreads the checkouts of a crowd: each is far more work than to say that no seat is left, and begun together they would make
 * everybody wait, those who only read as well.
 */
export function createCrowdQueue() {
  const clicks: number[] = []
  const waiting: { until: number; goOn: () => void }[] = []

  const isCrowd = () => {
    const first = clicks[0]
    return clicks.length === crowdSize && first !== undefined && performance.now() - first < crowdMs
  }

  async function letGoOn() {
    for (let first = waiting[0]; first; first = waiting[0]) {
      const leftMs = Math.max(0, first.until - performance.now())
      await sleep(Math.min(leftMs, isCrowd() ? paceMs.inCrowd : paceMs.afterwards))
      do waiting.shift()?.goOn()
      while (waiting[0] && waiting[0].until <= performance.now())
    }
  }

  return {
    recordClick() {
      clicks.push(performance.now())
      if (clicks.length > crowdSize) clicks.shift()
    },

    /** Resolves when it is this one's turn, at once without a crowd or its rest; with whether that took time. */
    async myTurn(): Promise<boolean> {
      if (waiting.length === 0 && !isCrowd()) return false
      await new Promise<void>((goOn) => {
        const until = performance.now() + remainingMs() * longestWaitShare
        if (waiting.push({ until, goOn }) === 1) void letGoOn()
      })
      return true
    },
  }
}

export type CrowdQueue = ReturnType<typeof createCrowdQueue>
