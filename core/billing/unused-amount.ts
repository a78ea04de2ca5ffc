interface PaidPeriod {
  paidMinor: number
  startsAt: Date
  endsAt: Date
}

/** The share of a paid period that was not used when it ended at `endedAt`, rounded down to the smallest unit. */
export function unusedAmountMinor({ paidMinor, startsAt, endsAt }: PaidPeriod, endedAt: Date): number {
  const wholeMs = endsAt.getTime() - startsAt.getTime()
  if (wholeMs <= 0) return 0
  const leftMs = Math.min(wholeMs, Math.max(0, endsAt.getTime() - endedAt.getTime()))
  // Amounts of some currencies exceed what a product with milliseconds could hold exactly.
  return Number((BigInt(paidMinor) * BigInt(leftMs)) / BigInt(wholeMs))
}
