/** Far below the 50 ms after which a visitor notices that the page does not react. */
const sliceMs = 5

interface PauseDeps {
  now: () => number
  /** Lets the browser do what waits. */
  giveWay: () => Promise<unknown>
}

/** Called between two small pieces of work; gives way once a slice of the time is used up. */
export function createPause({ now, giveWay }: PauseDeps): () => Promise<void> {
  let resumedAt = now()
  return async () => {
    if (now() - resumedAt < sliceMs) return
    await giveWay()
    resumedAt = now()
  }
}
