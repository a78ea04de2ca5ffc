import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { compareClocks, measureStripeOffset } from './compare-clocks.ts'

test.each([
  [{ database: 0, stripe: 1 }, /^this machine's clock and the database's clock within 10 s of Stripe's$/],
  [{ database: null, stripe: 0 }, /^this machine's clock within 10 s of Stripe's$/],
  [{ database: -2, stripe: null }, /^this machine's clock within 10 s of the database's$/],
])('F59: clocks that agree are fine: %o', (offsets, sentence) => {
  expect(compareClocks(offsets)).toMatch(sentence)
})

test.each([
  [{ database: 120, stripe: 120 }, "this machine's clock is 120 s behind Stripe's: set it by NTP"],
  [{ database: -600, stripe: 0 }, "the database's clock is 600 s behind Stripe's: set it by NTP"],
  [
    { database: 0, stripe: -600 },
    "this machine's clock is 600 s ahead of Stripe's, the database's clock is 600 s ahead of Stripe's: set it by NTP",
  ],
  [{ database: 120, stripe: null }, "this machine's clock is 120 s behind the database's: set it by NTP"],
])('F59: says which clock is off, and by how much: %o', (offsets, sentence) => {
  expect(() => compareClocks(offsets)).toThrow(sentence)
})

test('F59: reads the time of the payment service from the Date header, whatever the status', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(404, { date: new Date(Date.now() + 3_600_000).toUTCString() }).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const offset = await measureStripeOffset(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    60_000,
  )
  server.close()
  // However slow this machine is, it is nearer to an hour than to none.
  expect(offset).toBeGreaterThan(3_000)
  expect(offset).toBeLessThan(4_200)
})
