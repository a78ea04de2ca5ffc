const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** So many clicks within `crowdMs` are a crowd. */
const crowdSize = 5
const crowdMs = 100
/** From one who goes on to the next: in a crowd about as fast as Stripe may be called anyway, twice for each. */
const paceMs = { inCrowd: 100, afterwards: 15 }
/** When more wait, the first goes on. So nobody waits here for longer than five seconds. */
const mostWaiting = 50

/**
 * Spreads the checkouts of a crowd: each is far more work than to say that no seat is left, and begun together they would make
 * everybody wait, those who only read as well. Stripe's limits make whoever got a seat wait as long in any case.
 */
export function createCrowdQueue() {
  const clicks: number[] = []
  const waiting: (() => void)[] = []

  const isCrowd = () => {
    const first = clicks[0]
    return clicks.length === crowdSize && first !== undefined && performance.now() - first < crowdMs
  }

  async function letGo() {
    while (waiting.length > 0) {
      await sleep(isCrowd() ? paceMs.inCrowd : paceMs.afterwards)
      waiting.shift()?.()
    }
  }

  return {
    noteClick() {
      clicks.push(performance.now())
      if (clicks.length > crowdSize) clicks.shift()
    },

    /** Resolves when it is this one's turn; at once where there is no crowd. */
    async myTurn(): Promise<void> {
      if (waiting.length === 0 && !isCrowd()) return
      await new Promise<void>((resolve) => {
        if (waiting.push(resolve) === 1) void letGo()
        else if (waiting.length > mostWaiting) waiting.shift()?.()
      })
    },
  }
}

export type CrowdQueue = ReturnType<typeof createCrowdQueue>
