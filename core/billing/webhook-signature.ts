/** A `stripe-signature` header: when the event was signed, and the signatures of the scheme in use. */
export interface WebhookSignature {
  signedAt: number
  signatures: string[]
}

/** How many seconds a signature counts, before and after. One from the future could be replayed for as long as it likes. */
const toleranceSeconds = 300
const headerForm = /^t=(\d{1,12})((?:,\w+=[^,\s]{1,200}){1,20})$/

/** Null unless the header has the right form and is of these minutes: then the body need not be looked at. */
export function readWebhookSignature(header: string, nowMs: number): WebhookSignature | null {
  const [, timestamp, schemes = ''] = headerForm.exec(header) ?? []
  const signedAt = Number(timestamp)
  const signatures = [...schemes.matchAll(/,v1=([0-9a-f]{64})(?![^,])/g)].map(
    ([, signature = '']) => signature,
  )
  const isCurrent = Math.abs(nowMs / 1_000 - signedAt) <= toleranceSeconds
  return isCurrent && signatures.length > 0 ? { signedAt, signatures } : null
}
