import { createHmac } from 'node:crypto'
import type { HoldNetwork } from '../../core/seats/seat-hold.ts'
import type { ClientNetwork } from '../http/client-network.ts'

/**
 * An IPv4 address or an IPv6 /48 as a keyed hash. Null for a private address: then the caller is on the operator's own network,
 * or a proxy hides everybody's address because TRUST_PROXY is too small, and all visitors would count as one.
 */
export function holdNetwork({ kind, site, isPrivate }: ClientNetwork, secret: string): HoldNetwork | null {
  if (kind === 'unknown' || isPrivate) return null
  return { kind, key: createHmac('sha256', secret).update(`network:${site}`).digest('base64url') }
}
