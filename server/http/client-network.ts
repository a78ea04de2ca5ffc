import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

declare const made: unique symbol

/**
 * The network that a client calls from, as far as limits tell clients apart. An IPv4 address is one network on both levels, also
 * in its IPv6-mapped form. `deploy/nginx.conf` has the same levels.
 */
export interface ClientNetwork {
  kind: 'ipv4' | 'ipv6' | 'unknown'
  /** An IPv4 address or an IPv6 /64: one customer of an IPv6 provider could call from each of its addresses. */
  subnet: string
  /** An IPv4 address or an IPv6 /48, which is the most that one site is given (RFC 6177). */
  site: string
  /** Not routed on the Internet (RFC 6890): the operator's own network, or a proxy that hides its clients. */
  isPrivate: boolean
  readonly [made]: true
}

/** A /48 may use so many times what one of its /64 may: an office shares it. */
const siteAllowance = 4

/** From the narrow level to the wide one. Of an IPv4 address both are the same, and counted once. */
export function networkLevels(
  { subnet, site }: ClientNetwork,
  max: number,
  maxOfSite = max * siteAllowance,
): { network: string; max: number }[] {
  const levels = [{ network: subnet, max }]
  return site === subnet ? levels : [...levels, { network: site, max: maxOfSite }]
}

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

/** The only constructor. Whatever is no address is one network with everything else that is none. */
export function parseClientNetwork(address: string | undefined): ClientNetwork {
  const [plain = ''] = (address ?? '').split('%')
  const groups = isIPv6(plain) ? groupsOf(plain) : []
  const ipv4 = isIPv4(plain) ? plain : mappedAddress(groups)
  if (ipv4) return network('ipv4', ipv4, ipv4, privateAddresses.check(ipv4, 'ipv4'))
  if (groups.length === 0) return network('unknown', 'unknown', 'unknown', false)
  const prefix = (bits: 48 | 64) => {
    const texts = groups.slice(0, bits / 16).map((group) => group.toString(16))
    return `${texts.join(':')}::/${bits}`
  }
  return network('ipv6', prefix(64), prefix(48), privateAddresses.check(plain, 'ipv6'))
}

const network = (kind: ClientNetwork['kind'], subnet: string, site: string, isPrivate: boolean) =>
  ({ kind, subnet, site, isPrivate }) as ClientNetwork

/** The eight numbers of a valid IPv6 address, in whatever notation. */
function groupsOf(address: string): number[] {
  const withoutDots = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  )
  const [head = [], tail = []] = withoutDots
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))))
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

/** RFC 4291, section 2.5.5.2: what a dual-stack socket reports for a client that came over IPv4. */
function mappedAddress(groups: number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : null
}

/**
 * The network of the client. `trustProxy` is the number of our own proxies: each appends the address it saw to
 * X-Forwarded-For, so counting from the right end reaches what the outermost of them saw, whatever a client wrote there before.
 */
export const clientNetwork = (c: Context, trustProxy: number): ClientNetwork =>
  networkBehind(trustProxy, socketNetwork(c), c.req.header('x-forwarded-for'))

/** The same for a request that the app has not seen yet. */
export const networkOfRequest = ({ socket, headers }: IncomingMessage, trustProxy: number): ClientNetwork =>
  networkBehind(trustProxy, parseClientNetwork(socket.remoteAddress), headers['x-forwarded-for']?.toString())

function networkBehind(trustProxy: number, socket: ClientNetwork, forwardedFor = ''): ClientNetwork {
  if (trustProxy === 0) return socket
  const seen = forwardedFor.split(',')
  const forwarded = parseClientNetwork(withoutPort(seen[seen.length - trustProxy]?.trim() ?? ''))
  return forwarded.kind === 'unknown' ? socket : forwarded
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

/** The network of whatever is connected: the client, or the last proxy. */
export function socketNetwork(c: Context): ClientNetwork {
  try {
    return parseClientNetwork(getConnInfo(c).remote.address)
  } catch {
    // A request made without a socket, as tests do.
    return parseClientNetwork(undefined)
  }
}
