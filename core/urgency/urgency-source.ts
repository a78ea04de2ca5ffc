/** simulated: the clock counts and the buyers are invented. live: what checkout enforces and who really bought. */
export const urgencySources = ['simulated', 'live'] as const
export type UrgencySource = (typeof urgencySources)[number]
