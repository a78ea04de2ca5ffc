interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Longer than a crowd's next few requests take to come, and shorter than anybody notices. */
export const crowdPauseMs = 25

interface BatchOptions {
  /** After a statement for several the next one begins so much later at the earliest: the larger the batches of a crowd, the less each of it costs. */
  pauseMs?: number
}

/**
 * Collects calls of the same turn of the event loop, and those made while a statement runs, into one statement, so that
 * under load one statement serves many requests. It starts after all of its calls were made: no caller gets a result that is
 * older than its call. When it fails, it fails for all of them; when it hangs, they wait
 * until the database's timeout. `run` returns the results in the order of the items; if those of the last ones are missing,
 * these come first in the next batch.
 */
export function batchCalls<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { pauseMs = 0 }: BatchOptions = {},
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isRunning = false
  let isScheduled = false
  let pausedUntil = 0

  async function runWaiting() {
    isScheduled = false
    const batch = waiting
    waiting = []
    pausedUntil = batch.length > 1 ? performance.now() + pauseMs : 0
    isRunning = true
    try {
      const results = await run(batch.map(({ item }) => item))
      waiting.unshift(...batch.splice(results.length))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      isRunning = false
      if (waiting.length > 0) schedule()
    }
  }

  function schedule() {
    if (isScheduled || isRunning) return
    isScheduled = true
    const waitMs = pausedUntil - performance.now()
    if (waitMs > 0) setTimeout(runWaiting, waitMs)
    else setImmediate(runWaiting)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
}

/** The same for readings: everyone gets the rows of their key. */
export function batchReads<Key, Row>(
  readRows: (keys: Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  options?: BatchOptions,
): (key: Key) => Promise<Row[]> {
  const readBatch = async (keys: Key[]) => {
    const rowsByKey = new Map<Key, Row[]>(keys.map((key) => [key, []]))
    for (const row of await readRows([...rowsByKey.keys()])) rowsByKey.get(keyOf(row))?.push(row)
    return keys.map((key) => rowsByKey.get(key) ?? [])
  }
  return batchCalls(readBatch, options)
}
