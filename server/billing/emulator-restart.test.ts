import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { cards, connectKit } from '@fairseat/stripe-emulator/testing'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { createTestBrowser, newAddress } from '../../tests/support/app/test-app.ts'
import { createMigratedDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

const waiting = { timeout: 60_000, interval: 50 }
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-emulator-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A shop that keeps its address, its database and its data folder when it is started again. */
async function openShop(name: string) {
  const postgresUrl = inject('postgresUrl')
  const port = await findFreePort()
  const dataDir = path.join(folder, name)
  const kept = { DATA_DIR: dataDir, DATABASE_URL: await createMigratedDatabase(postgresUrl) }
  const start = (env: Record<string, string> = {}) =>
    startBuiltServer({ port, postgresUrl, env: { ...kept, TRUST_PROXY: '1', ...env } })
  const origin = `http://127.0.0.1:${port}`
  const buyer = createTestBrowser({ request: async (url, init) => fetch(url, init) }, { origin })
  const beginCheckout = async (): Promise<string> =>
    (await (await buyer.post('/api/stripe/create-checkout', { plan: 'monthly' })).json()).url
  return { start, buyer, beginCheckout }
}

const statusOf = async (url: string) => (await fetch(url)).status

test('F97: a checkout that was begun is paid after two restarts, its invoice is there after a third, and each shop has a port of its own', async () => {
  const shop = await openShop('kept')
  const neighbor = await openShop('neighbor')
  let server = await shop.start()
  const restart = async () => {
    await server.stop()
    server = await shop.start()
  }
  const other = await neighbor.start()
  try {
    await shop.buyer.signIn(newAddress())
    const checkout = await shop.beginCheckout()
    await neighbor.buyer.signIn(newAddress())
    expect(new URL(await neighbor.beginCheckout()).port).not.toBe(new URL(checkout).port)
    await restart()
    await restart()
    expect(await statusOf(checkout)).toBe(200)
    expect(await shop.beginCheckout()).toBe(checkout)
    const { origin, port, pathname } = new URL(checkout)
    const session = /cs_test_\w+/.exec(pathname)?.[0] ?? ''
    expect((await connectKit(origin, Number(port)).pay(session, cards.pays)).status).toBe(200)
    await vi.waitFor(async () => {
      expect(await (await shop.buyer.get('/api/subscription')).json()).toMatchObject({ plan: 'monthly' })
    }, waiting)
    const { documents } = await (await shop.buyer.get('/api/billing/documents')).json()
    await restart()
    expect(await statusOf(documents[0].invoiceUrl)).toBe(200)
  } finally {
    await Promise.all([server.stop(), other.stop()])
  }
})

test('F97: a port of the emulator that is taken stops the start, and the message names the setting', async () => {
  const shop = await openShop('taken')
  const first = await shop.start()
  await shop.buyer.signIn(newAddress())
  const port = Number(new URL(await shop.beginCheckout()).port)
  await first.stop()
  const taker = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
  await once(taker, 'listening')
  const { message } = await shop.start().then(
    () => expect.unreachable(),
    (error: Error) => error,
  )
  expect(message).toContain('did not start (1)')
  expect(message).toContain(`port ${port} is taken.`)
  expect(message).toContain('set STRIPE_EMULATOR_PORT to a free port')
  expect(message).not.toMatch(/^\s+at /m)
  const chosen = await findFreePort()
  const moved = await shop.start({ STRIPE_EMULATOR_PORT: String(chosen) })
  await shop.buyer.signIn(newAddress())
  expect(new URL(await shop.beginCheckout()).port).toBe(String(chosen))
  await moved.stop()
  taker.close()
})
