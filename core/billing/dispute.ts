/** Whether the bank still decides about a payment, or has taken it back; by the status of each dispute about it. */
export function disputeState(statuses: readonly string[]): 'open' | 'lost' | null {
  if (statuses.includes('lost')) return 'lost'
  return statuses.some((status) => openDispute.test(status)) ? 'open' : null
}

const openDispute = /^(appeal_)?(needs_response|under_review)$/
