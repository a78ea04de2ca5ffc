import { expect, test } from 'vitest'
import { networkLevels, parseClientNetwork } from './client-network.ts'

test.each([
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:0db8:00a1::5', '2001:db8:a1:0::/64', '2001:db8:a1::/48'],
  ['2001::5:1:2:3:4', '2001:0:0:5::/64', '2001:0:0::/48'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64', '1:2:3::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
])('F88: %s belongs to one /64 and one /48', (address, subnet, site) => {
  expect(parseClientNetwork(address)).toMatchObject({ kind: 'ipv6', subnet, site })
})

test.each(['1.2.3.4', '::ffff:1.2.3.4', '::ffff:102:304', '::FFFF:0102:0304', '0:0:0:0:0:ffff:1.2.3.4'])(
  'F87: %s is an IPv4 address, and one network on both levels',
  (address) => {
    const network = parseClientNetwork(address)
    expect(network).toMatchObject({ kind: 'ipv4', subnet: '1.2.3.4', site: '1.2.3.4' })
    expect(networkLevels(network, 10)).toEqual([{ network: '1.2.3.4', max: 10 }])
  },
)

test('F88: a /48 may use more than one of its /64, and less than ten times as much', () => {
  const [subnet, site] = networkLevels(parseClientNetwork('2001:db8::1'), 10)
  expect([subnet?.network, site?.network]).toEqual(['2001:db8:0:0::/64', '2001:db8:0::/48'])
  expect(subnet?.max).toBe(10)
  expect(site?.max).toBeGreaterThan(10)
  expect(site?.max).toBeLessThan(100)
})

test.each(['10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1', '192.168.1.1', '::1', 'fd00::1', 'fe80::1%eth0'])(
  'F58: %s is private',
  (address) => {
    expect(parseClientNetwork(address).isPrivate).toBe(true)
  },
)

test.each([
  '8.8.8.8',
  '::ffff:8.8.8.8',
  '2001:db8::1',
  'unknown',
  '',
  undefined,
  '1.2.3',
  '::ffff:1.2.3.400',
])('F58: %s is not private', (address) => {
  expect(parseClientNetwork(address).isPrivate).toBe(false)
})

test('F88: whatever is no address is one network', () => {
  for (const text of ['unknown', '', undefined, '1.2.3', '::ffff:1.2.3.400', '_hidden', '1.2.3.4.5'])
    expect(parseClientNetwork(text)).toEqual(parseClientNetwork('none'))
})
