/** An invoice of a subscription that could not be charged. */
export interface UnpaidInvoice {
  createdAt: Date
  amountMinor: number
  currency: string
  /** The one that its subscription began with. */
  isFirst: boolean
}

/** Those from before a period was paid are given up: a draft of a subscription cannot be deleted. */
export const sincePaid = (unpaid: readonly UnpaidInvoice[], lastPaidAt: Date | null): UnpaidInvoice[] =>
  unpaid.filter(({ createdAt }) => lastPaidAt === null || createdAt >= lastPaidAt)

/**
 * Every month that stays unpaid has an invoice of its own: the first since one was paid is when the payments failed. Null when
 * that is the one it began with: nothing was ever paid.
 */
export function paymentFailedAt(unpaid: readonly UnpaidInvoice[], lastPaidAt: Date | null): Date | null {
  const newestFirst = unpaid.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  // What was paid last need not be a period.
  const oldest = sincePaid(newestFirst, lastPaidAt).at(-1) ?? newestFirst[0]
  return oldest && !oldest.isFirst ? oldest.createdAt : null
}
