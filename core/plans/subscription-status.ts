// Stripe's words for the status of a subscription.

export const endedStatuses = ['canceled', 'incomplete_expired']
export const liveStatuses = ['trialing', 'active']

/** A failed payment reads `active` until its grace ends. */
export const isLive = (status: string): boolean => liveStatuses.includes(status)
export const isEnded = (status: string): boolean => endedStatuses.includes(status)
