interface Dispute {
  status: string
  /** Of a payment by card. */
  caseType: string | null
}

/** Whether the bank still decides about a payment, or has taken it back; by all disputes about it. */
export function disputeState(disputes: readonly Dispute[]): 'open' | 'lost' | null {
  if (disputes.some(isLost)) return 'lost'
  return disputes.some(({ status }) => openDispute.test(status)) ? 'open' : null
}

/** Also when it was prevented by giving the money back at once. */
const isLost = ({ status, caseType }: Dispute): boolean =>
  status === 'lost' || (status === 'prevented' && caseType === 'resolution')

const openDispute = /^(appeal_)?(needs_response|under_review)$/
