import { createHmac } from 'node:crypto'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { Context } from 'hono'
import { clientAddress } from './client-address.ts'

/** Not routed on the internet (RFC 6890). */
const privateAddresses = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, bits, 'ipv4')
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')
privateAddresses.addSubnet('fe80::', 10, 'ipv6')

export function isPrivateAddress(address: string): boolean {
  const kind = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null
  return kind !== null && privateAddresses.check(address, kind)
}

/**
 * The network of a caller as a keyed hash: an IPv4 address, or an IPv6 /48, which is what one site is given (RFC 6177).
 * Null for a private address: then the caller is on the operator's own network, or a proxy hides everybody's address
 * because TRUST_PROXY is too small, and all visitors would count as one.
 */
export function clientNetwork(c: Context, trustProxy: number, secret: string) {
  const network = clientAddress(c, trustProxy, 48)
  const address = network.replace(/\/48$/, '')
  const kind = isIPv4(address) ? ('ipv4' as const) : isIPv6(address) ? ('ipv6' as const) : null
  if (!kind || isPrivateAddress(address)) return null
  return { kind, key: createHmac('sha256', secret).update(`network:${network}`).digest('base64url') }
}
