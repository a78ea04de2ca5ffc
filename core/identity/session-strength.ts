/** The party that vouched for the person when the session began. The product's two ways prove nothing about the mailbox. */
export const sessionStrengths = ['code', 'provider', 'product-link', 'product-token'] as const

export type SessionStrength = (typeof sessionStrengths)[number]

const provenMs = 3_600_000

/**
 * Whether actions that move money or data need a mailed code first. A session of the product's making counts as proven for
 * an hour after a code; every other session began with a proof of its own.
 */
export function needsProof(strength: SessionStrength, provenAt: Date | null, now: Date): boolean {
  if (strength === 'code' || strength === 'provider') return false
  return provenAt === null || now.getTime() - provenAt.getTime() > provenMs
}
