import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { webhookPath } from '../../core/billing/contract.ts'
import { startVisitor, waitingTimes } from '../../tests/support/app/visitor.ts'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

// `npm run torture attacks` sends as many as filled the memory before there was a bound.
const webhooks = process.env.ATTACKS === 'long' ? 3_000 : 300
const connections = 200
const maxResidentMb = 300
/** How much longer than beside as many posts of 60 KB a visit may take, which are a seventeenth of the work. */
const maxSlowdown = 4
const pages = { '/pricing': '<title>Pricing', '/healthz': 'alive' }

let port: number
let server: Awaited<ReturnType<typeof startBuiltServer>>
beforeAll(async () => {
  port = await findFreePort()
  server = await startBuiltServer({
    port,
    postgresUrl: inject('postgresUrl'),
    env: { NODE_OPTIONS: '--max-old-space-size=256' },
  })
})
afterAll(() => server.stop())

const formOf = () => `t=${Math.floor(Date.now() / 1_000)},v1=${randomBytes(32).toString('hex')}`

/** Statuses of what was answered; a connection that the server closed counts as `closed`. */
async function flood(count: number, bodyBytes: number, signatureOf: () => string) {
  const body = Buffer.alloc(bodyBytes, '{"id":"evt_forged"}')
  const statuses = new Map<string, number>()
  const post = async (n: number) => {
    const localAddress = `127.${1 + (n % 100)}.1.1`
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    socket.write(
      `POST ${webhookPath} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
        `stripe-signature: ${signatureOf()}\r\ncontent-length: ${bodyBytes}\r\n\r\n`,
    )
    socket.write(body)
    const response = await text(socket).catch(() => '')
    const status = /^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? 'closed'
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const visitor = await startVisitor({ url: server.url, pages, localAddress: '127.200.0.1', pauseMs: 20 })
  let residentMb = 0
  const watch = setInterval(() => {
    residentMb = Math.max(residentMb, server.footprint().residentMb)
  }, 20)
  const numbers = Array.from({ length: count }, (_, n) => n).values()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const n of numbers) await post(n)
    }),
  )
  clearInterval(watch)
  const visits = await visitor.stop()
  const result = {
    residentMb,
    ...waitingTimes(visits),
    visits: visits.length,
    ...Object.fromEntries(statuses),
  }
  process.stdout.write(`${bodyBytes} bytes: ${JSON.stringify(result)}\n`)
  expect(visits.filter(({ outcome }) => outcome !== 'served')).toEqual([])
  return result
}

test(`F92: ${webhooks} forged webhooks of 1 MB fill no memory and keep nobody waiting`, async () => {
  const small = await flood(webhooks, 60_000, formOf)
  const large = await flood(webhooks, 1_000_000, formOf)
  expect(large.residentMb).toBeLessThan(maxResidentMb)
  expect(large.slowestMs).toBeLessThan(maxSlowdown * Math.max(small.slowestMs, 20))
}, 600_000)
