import type { HoldNetwork, HoldRequest, HoldResult } from '../../../core/seats/seat-hold.ts'
import { batchCalls } from '../../db/batch-reads.ts'
import { isDatabaseDown } from '../../db/is-database-down.ts'
import type { BillingDeps } from '../deps.ts'
import { lockFreeUsers, lockUser } from '../store.ts'

export type HoldSeat = (userId: string, network: HoldNetwork | null) => Promise<HoldResult>

/** Holds of one transaction at most: it has the lock on the offer's row, and all go on at once when it is over. */
const holdsAtOnce = 10

/**
 * Holds a seat if one is free. When none is left, requests are refused by one shared read, without a transaction or a lock.
 * While seats last, concurrent requests share one transaction and are served in the order of arrival.
 */
export function createHoldSeat({ db, seats }: Pick<BillingDeps, 'db' | 'seats'>): HoldSeat {
  const holdAlone = (request: HoldRequest): Promise<HoldResult | undefined> =>
    db.transaction(async (tx) => {
      await lockUser(tx, request.userId)
      const [result] = await seats.hold(tx, [request])
      return result
    })

  /** By user. Leaves out users whose lock another transaction has: no request waits for another user's. */
  const holdTogether = (requests: HoldRequest[]): Promise<Map<string, HoldResult | undefined>> =>
    db.transaction(async (tx) => {
      const locked = await lockFreeUsers(tx, [...new Set(requests.map(({ userId }) => userId))])
      const served = requests.filter(({ userId }) => locked.delete(userId))
      const results = served.length > 0 ? await seats.hold(tx, served) : []
      return new Map(served.map(({ userId }, index) => [userId, results[index]]))
    })

  const hold = batchCalls(async (requests: HoldRequest[]): Promise<(HoldResult | undefined)[]> => {
    const userIds = requests.map(({ userId }) => userId)
    const results = new Map<string, HoldResult | undefined>(
      (await seats.listWithoutSeat(db, userIds)).map((userId) => [userId, { outcome: 'none-free' }]),
    )
    const asking = requests.filter(({ userId }) => !results.has(userId))
    if (asking.length > 0) {
      const held = await holdTogether(asking.slice(0, holdsAtOnce)).catch((error) => {
        if (isDatabaseDown(error)) throw error
        // One of them may be what fails it, such as an account that was deleted meanwhile: then each is on its own.
        return []
      })
      for (const [userId, result] of held) results.set(userId, result)
    }
    const next = asking[holdsAtOnce]
    const served = next ? requests.slice(0, requests.indexOf(next)) : requests
    return served.map(({ userId }) => results.get(userId))
  })

  return async (userId, network) => {
    const request = { userId, network }
    const result = (await hold(request)) ?? (await holdAlone(request))
    if (!result) throw new Error('A request for a seat got no result.')
    return result
  }
}
