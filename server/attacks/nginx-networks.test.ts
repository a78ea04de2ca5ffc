import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../../tests/support/processes/free-port.ts'
import { startNginx } from '../../tests/support/processes/nginx.ts'
import { parseClientNetwork } from '../http/client-network.ts'

const busyRequests = 140
const mayBeUnderWay = 128

/** Notations of the same /64 and others beside it, as nginx writes the addresses. */
const addresses = [
  '2001:db8::1',
  '2001:db8:0:0:1::',
  '2001:db8:0:0:1:2:3:4',
  '2001:db8:0:1::1',
  '2001:db8:1::1',
  '2001:db8:1:0:1::',
  '2001:db8:1:2:3:4:5:6',
  '2001:db8:1:2::',
  '2001:db8:1:3:0:0:0:6',
  '2001::5:1:2:3:4',
  '2001:0:0:5::1',
  '2001:0:0:5:0:0:0:1',
  '2001:0:0:6:1:2:3:4',
  '2001::',
  '2001:0:3::1',
  '2001:0:3:0:1::',
  '2001:1:0:4:1:0:0:1',
  '2001:1:0:4::1',
  'fe80::1:2:3:4',
  '::ffff:1.2.3.4',
  '::ffff:1.2.3.5',
  '1.2.3.4',
]

describe('nginx on a dual-stack socket', () => {
  let port: number
  let nginx: Awaited<ReturnType<typeof startNginx>>
  let upstream: Server
  let holdAll = false
  beforeAll(async () => {
    upstream = createServer((request, response) => {
      if (!(holdAll && request.url === '/held')) response.end(JSON.stringify(request.headers))
    })
    upstream.listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    port = await findFreePort()
    const host = `127.0.0.1:${(upstream.address() as AddressInfo).port}`
    nginx = await startNginx(
      {
        // Loopback alone, as [::]:80 is for everybody: IPv4 clients come in the mapped form.
        LISTEN: `[::ffff:127.0.0.1]:${port}`,
        SERVER_NAME: '127.0.0.1',
        SERVER_1: host,
        SERVER_2: host,
        SERVER_3: host,
      },
      {
        listenOptions: 'ipv6only=off',
        // Shows tests what the limits see. 127.9.9.9 may name any client address.
        server: `set_real_ip_from ::ffff:127.9.9.9; set_real_ip_from 127.9.9.9; real_ip_header x-test-address;
          proxy_set_header x-seen "$remote_addr|$fairseat_client|$fairseat_site";`,
      },
    )
  })
  afterAll(async () => {
    await nginx.stop()
    upstream.closeAllConnections()
    upstream.close()
  })

  function open(localAddress: string, path: string, headers = '') {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n${headers}\r\n`)
    return socket
  }
  async function seenBy(localAddress: string, headers = ''): Promise<string[]> {
    const response = await text(open(localAddress, '/', headers))
    return String(/"x-seen":"([^"]*)"/.exec(response)?.[1]).split('|')
  }

  test('F87: tells IPv4 clients apart, by the address that the server counts too', async () => {
    const [remote, client, site] = await seenBy('127.200.0.1')
    expect(remote).toBe('::ffff:127.200.0.1')
    expect([client, site]).toEqual(['127.200.0.1', ''])
  })

  test('F87: one IPv4 address that is busy does not get another one refused', async () => {
    holdAll = true
    const busy = Array.from({ length: busyRequests }, () => open('127.100.0.1', '/held'))
    let refused = 0
    for (const socket of busy)
      socket.on('data', (data) => {
        refused += String(data).startsWith('HTTP/1.1 429 ') ? 1 : 0
      })
    await expect.poll(() => refused).toBe(busyRequests - mayBeUnderWay)
    const [status] = String(await text(open('127.200.0.1', '/'))).split('\r\n')
    expect(status).toBe('HTTP/1.1 200 OK')
    for (const socket of busy) socket.destroy()
    holdAll = false
  })

  test('F88: every notation of an address counts in its /64 and its /48, as on the server', async () => {
    const seen = await Promise.all(
      addresses.map(async (address) => {
        const [, client = '', site = ''] = await seenBy('127.9.9.9', `x-test-address: ${address}\r\n`)
        return { address, client, site }
      }),
    )
    for (const one of seen) {
      const network = parseClientNetwork(one.address)
      for (const other of seen) {
        const { subnet, site } = parseClientNetwork(other.address)
        const what = `${one.address} and ${other.address}`
        expect(one.client === other.client, what).toBe(subnet === network.subnet)
        if (network.kind === 'ipv6') expect(one.site === other.site, what).toBe(site === network.site)
      }
      expect(one.site === '', one.address).toBe(network.kind === 'ipv4')
    }
  })
})
