/** `disputed`: the bank decides about that money, or has taken it back. `failed`: it could not be paid out, so many times already. */
export type RefundObstacle = { status: 'disputed'; isOpen: boolean } | { status: 'failed'; times: number }

const maxFailedRefunds = 3

/** What keeps a refund from being made, again if it has failed; null when nothing does. */
export function refundObstacle(dispute: 'open' | 'lost' | null, failedTimes: number): RefundObstacle | null {
  if (dispute) return { status: 'disputed', isOpen: dispute === 'open' }
  return failedTimes >= maxFailedRefunds ? { status: 'failed', times: failedTimes } : null
}
