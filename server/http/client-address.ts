import { isIP, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Who is calling. `trustProxy` is the number of our own proxies: each appends the address it saw to X-Forwarded-For, so
 * counting from the right end reaches what the outermost of them saw, whatever a client wrote there before.
 */
export function clientAddress(c: Context, trustProxy: number, ipv6PrefixBits: 48 | 64 = 64): string {
  const socket = socketAddress(c)
  if (trustProxy === 0) return networkOf(socket, ipv6PrefixBits)
  const seen = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => withoutPort(address.trim()))
  const forwarded = seen[seen.length - trustProxy]
  return networkOf(forwarded && isIP(forwarded) ? forwarded : socket, ipv6PrefixBits)
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

export function socketAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    // A request made without a socket, as tests do.
    return 'unknown'
  }
}

/** One customer of an IPv6 provider has at least a /64 and could come from a new address each time. */
export function networkOf(address: string, ipv6PrefixBits: 48 | 64 = 64): string {
  if (!isIPv6(address)) return address
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')]
  return `${all
    .slice(0, ipv6PrefixBits / 16)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/${ipv6PrefixBits}`
}
