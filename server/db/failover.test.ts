import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Buyer, buy, buyerPlans, newTally } from '../../tests/simulations/chaos/shop-buyer.ts'
import { checkLedger, checkPromises, settle } from '../../tests/simulations/chaos/shop-checks.ts'
import { openShop, type Shop } from '../../tests/simulations/chaos/shop-processes.ts'
import { type PostgresPair, startPostgresPair } from '../../tests/support/database/postgres-pair.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'
import { stripeEvents } from './schema.ts'

// A start takes seconds, and many of them where every core is busy.
const limitMs = 900_000
/** Requests that can be answered only if nobody waits for the standby. */
const manyRequests = 60

let pair: PostgresPair
let shop: Shop
beforeAll(async () => {
  pair = await startPostgresPair()
  shop = await openShop({ ports: [await findFreePort()], cluster: pair })
})
// The shop stops the pair with it.
afterAll(() => (shop ? shop.close() : pair?.stop()))

test('the primary dies under load and its standby takes over: the server goes on by itself, and nothing acknowledged is lost', {
  timeout: limitMs,
}, async () => {
  const buyers: Buyer[] = []
  const tally = newTally()
  let open = true
  const lanes = Promise.all(
    buyerPlans.map(async (wish) => {
      while (open) buyers.push(await buy(shop, tally, wish))
    }),
  )
  lanes.catch(() => {})
  const ready = async () => (await fetch(`${shop.siteUrl}/readyz`)).status
  await expect.poll(() => buyers.length).toBeGreaterThanOrEqual(1)
  expect(await ready()).toBe(200)

  // The last moments of the primary: what it writes now reaches nobody else, so it must not be acknowledged.
  pair.cutReplication()
  const sent = tally.requests
  await expect
    .poll(async () => (await pair.countWaitingCommits()) > 0 || tally.requests > sent + manyRequests)
    .toBe(true)
  await pair.kill()
  await expect.poll(ready).toBe(503)
  const deadAt = Date.now()
  await pair.promoteStandby()
  await expect.poll(ready).toBe(200)
  const recoveredMs = Date.now() - deadAt

  // Those who began before, and those who come afterwards.
  open = false
  await lanes
  for (const wish of buyerPlans) buyers.push(await buy(shop, tally, wish))

  expect(shop.processes.servers[0]?.hasEnded(), 'the server was not restarted').toBe(false)
  expect([tally.hung, tally.losses, tally.replaced]).toEqual([[], [], []])
  expect(await listLostEvents(), 'events that were acknowledged and are not there').toEqual([])
  await settle(shop)
  await checkPromises(buyers)
  await checkLedger(shop, buyers)
  process.stdout.write(
    `failover: ${JSON.stringify({ buyers: buyers.length, requests: tally.requests, failed: tally.failures.length, recoveredMs })}\n`,
  )
})

/** Looked for before anything is fetched from the payment service again. */
async function listLostEvents(): Promise<string[]> {
  type Deliveries = { deliveries: { event: string }[] }
  const { deliveries } = await shop.emulator.control<Deliveries>('/deliveries?state=delivered')
  const stored = new Set((await shop.db.select().from(stripeEvents)).map(({ id }) => id))
  expect(deliveries.length).toBeGreaterThan(0)
  return deliveries.map(({ event }) => event).filter((id) => !stored.has(id))
}

test('docs/deploy.md shows the very configuration that this file runs', () => {
  const shown = fs.readFileSync('docs/deploy.md', 'utf8')
  expect(shown).toContain(fs.readFileSync('deploy/haproxy.cfg', 'utf8').trim())
})
