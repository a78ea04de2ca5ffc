import { setTimeout as sleep } from 'node:timers/promises'
import { type Buyer, type BuyerPlans, buy, newTally } from './shop-buyer.ts'
import type { Shop } from './shop-processes.ts'

const readPaths = ['/pricing', '/api/urgency', '/api/subscription', '/sign-in']

interface FailedRead {
  path: string
  startedAt: number
  why: string
}

interface Load {
  readers: number
  buyers: number
  /** Each buyer takes the next one. */
  plans: readonly BuyerPlans[]
  /** How long a buyer takes for each step. */
  thinkMs?: number
  /** Between two pages, so that the load is that of visitors, and not all that the machine can do. */
  readPauseMs?: number
}

/** Visitors who read, and buyers who write. */
export function startLoad(shop: Shop, load: Load) {
  const { readers, buyers: buyersAtOnce, plans, thinkMs = 0, readPauseMs = 10 } = load
  let open = true
  let reads = 0
  let arrived = 0
  const failedReads: FailedRead[] = []
  const buyers: Buyer[] = []
  const tally = newTally()
  const read = async (lane: number) => {
    for (let turn = lane; open; turn += 1) {
      const path = readPaths[turn % readPaths.length] ?? '/pricing'
      const startedAt = Date.now()
      const why = await fetchFailure(`${shop.siteUrl}${path}`)
      reads += 1
      if (why) failedReads.push({ path, startedAt, why })
      await sleep(readPauseMs)
    }
  }
  const write = async () => {
    while (open) {
      const plan = plans[arrived % plans.length] ?? 'lifetime'
      arrived += 1
      buyers.push(await buy(shop, tally, plan, thinkMs))
    }
  }
  const lanes = [
    ...Array.from({ length: readers }, (_, lane) => read(lane)),
    ...Array.from({ length: buyersAtOnce }, write),
  ]
  const all = Promise.all(lanes)
  all.catch(() => {})
  return {
    /** Until there were so many more reads and requests of buyers, and so many buyers in all. */
    async goOn(more: { reads: number; requests: number }, buyersInAll = 0) {
      const enough = { reads: reads + more.reads, requests: tally.requests + more.requests }
      while (reads < enough.reads || tally.requests < enough.requests || arrived < buyersInAll)
        await Promise.race([sleep(20), all])
    },
    async end() {
      open = false
      await all
      return { reads, failedReads, buyers, tally }
    },
  }
}

async function fetchFailure(url: string): Promise<string | null> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status === 200 ? null : String(response.status)
  } catch (error) {
    return String(error instanceof Error ? (error.cause ?? error) : error)
  }
}
