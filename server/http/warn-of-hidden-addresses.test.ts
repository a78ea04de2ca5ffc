import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { warnOfHiddenAddresses } from './warn-of-hidden-addresses.ts'

function server() {
  const warnings: unknown[] = []
  const app = new Hono().use(warnOfHiddenAddresses({ warn: (said: unknown) => warnings.push(said) }))
  const ask = (remoteAddress: string, headers = {}) =>
    app.request(
      '/',
      { headers },
      { incoming: { socket: { remoteAddress, remotePort: 1, remoteFamily: 'IPv4' } } },
    )
  return { ask, warnings }
}
const forwarded = { 'x-forwarded-for': '203.0.113.7' }

test.each(['127.0.0.1', '::ffff:127.0.0.1', '10.1.2.3', '::1', 'fd00:1::2'])(
  'F58: X-Forwarded-For from %s without TRUST_PROXY is warned of once',
  async (address) => {
    const { ask, warnings } = server()
    await ask(address, forwarded)
    await ask(address, forwarded)
    expect(warnings).toEqual([expect.stringMatching(/Set TRUST_PROXY to the number/)])
  },
)

test('F58: a client who writes the header, and one who does not, are not warned of', async () => {
  const { ask, warnings } = server()
  await ask('198.51.100.1', forwarded)
  await ask('2001:db8::1', forwarded)
  await ask('127.0.0.1')
  expect(warnings).toEqual([])
})
