export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** What the amounts below zero come to. */
export const creditIn = (amounts: readonly number[]): number =>
  sumOf(amounts.map((amount) => Math.max(0, -amount)))
