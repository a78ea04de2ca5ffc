import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { networkLevels, parseClientNetwork } from '../http/client-network.ts'
import type { NetworkLimit } from '../http/rate-limit.ts'
import { codeSeconds, guessLimits, mailLimits, triesPerCode } from './sign-in-limits.ts'

const hourMs = 3_600_000
const guessSucceeds = 1e-6

/** From where, the chance for one given account, the chance for any account. */
const documented = fs
  .readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (one IPv[46] |the whole Internet )/.test(line))

/** How many fixed windows a limit has that overlap some hour, in which as much is used as the limit allows. */
const windowsIn = (spanMs: number, { windowMs }: NetworkLimit) => Math.ceil(spanMs / windowMs) + 1
/** A code outlives its window: mails of so long can be guessed within an hour. */
const mailSpanMs = hourMs + codeSeconds * 1_000
const inWorstHour = (limit: NetworkLimit, max: number) => windowsIn(hourMs, limit) * max

function worstHour(address: string | null) {
  const network = address && parseClientNetwork(address)
  const mails = network ? mailLimits.byMailboxAndSite : mailLimits.byMailbox
  const { byNetwork, inAll } = guessLimits
  const levels = network ? networkLevels(network, byNetwork.max, byNetwork.maxOfSite) : [inAll]
  return {
    ofMailbox: windowsIn(mailSpanMs, mails) * mails.max * triesPerCode,
    subnet: inWorstHour(byNetwork, levels[0]?.max ?? 0),
    site: inWorstHour(byNetwork, levels.at(-1)?.max ?? 0),
  }
}

const ipv4 = worstHour('192.0.2.1')
const ipv6 = worstHour('2001:db8::1')
const everywhere = worstHour(null)
const chances: [from: string, given: number, any: number][] = [
  ['one IPv4 address', Math.min(ipv4.ofMailbox, ipv4.subnet), ipv4.subnet],
  ['one IPv6 /64', Math.min(ipv6.ofMailbox, ipv6.subnet), ipv6.subnet],
  ['one IPv6 /48', Math.min(ipv6.ofMailbox, ipv6.site), ipv6.site],
  ['the whole Internet', Math.min(everywhere.ofMailbox, everywhere.site), everywhere.site],
]

/** 4.5 × 10⁻⁵ */
function scientific(guesses: number): string {
  const [digits = '', exponent = ''] = (guesses * guessSucceeds).toExponential(1).split('e-')
  return `${digits} × 10⁻${[...exponent].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`
}

describe('the chance of a takeover by guessing, in the worst hour', () => {
  test('F88: is computed from the enforced limits as it is documented', () => {
    const rows = chances.map(
      ([from, given, any]) => `| ${from} | ${scientific(given)} | ${scientific(any)} |`,
    )
    expect(documented).toEqual(rows)
  })

  test('F88: stays below 10⁻⁴ for any account from one /48, and for a given account from everywhere', () => {
    const ofSite = ipv6.site * guessSucceeds
    expect(ofSite).toBeLessThan(1e-4)
    expect(ofSite).toBeLessThan(10 * ipv4.subnet * guessSucceeds)
    expect(everywhere.ofMailbox * guessSucceeds).toBeLessThan(1e-4)
  })
})
