import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openShopBehindNginx, type ShopBehindNginx } from '../tests/simulations/chaos/shop-behind-nginx.ts'
import { checkLedger, checkPromises, settle } from '../tests/simulations/chaos/shop-checks.ts'
import { startLoad } from '../tests/simulations/chaos/shop-load.ts'
import { createMigratedDatabase } from '../tests/support/database/create-postgres-database.ts'

// A start takes seconds, and many of them where every core is busy.
const limitMs = 900_000
const readers = 4
// A purchase takes a third of a second of processor time: `npm run torture processes` has hardly any pauses.
const isLong = process.env.PROCESSES_LOAD === 'long'
const buyersAtOnce = isLong ? 3 : 2
const pauses = isLong ? {} : { thinkMs: 300, readPauseMs: 100 }
const replaced = isLong ? [0, 1, 2] : [1]
/** What goes on before and after each change: every reader and every buyer some times. */
const awhile = { reads: 4 * readers, requests: 2 * buyersAtOnce }

let shop: ShopBehindNginx
beforeAll(async () => {
  shop = await openShopBehindNginx({ databaseUrl: await createMigratedDatabase(inject('postgresUrl')) })
})
afterAll(() => shop.close())

it('one of three processes behind nginx is killed and replaced under load: only what was in flight to it fails', {
  timeout: limitMs,
}, async () => {
  const load = startLoad(shop, { readers, buyers: buyersAtOnce, plans: ['lifetime'], ...pauses })
  await load.goOn(awhile)
  const killedAt = Date.now()
  await shop.processes.servers[0]?.kill()
  const goneAt = Date.now()
  await load.goOn(awhile)
  await shop.restartServer(0)
  await load.goOn(awhile, buyersAtOnce + 1)
  const { reads, buyers, tally, failedReads } = await load.end()

  // nginx asks the next process for whatever only reads, also for what was in flight.
  expect(failedReads).toEqual([])
  expect(shop.nginxLog(), 'requests that nginx took to another process').toMatch(
    /connect\(\) failed|prematurely closed/,
  )
  // nginx asks the next process for a write too. One that no process answered in time fails, once for each buyer at most.
  const others = tally.failures.filter(({ startedAt, endedAt }) => startedAt > goneAt || endedAt < killedAt)
  expect(others, 'writes that failed and were not in flight').toEqual([])
  expect(tally.failures.length).toBeLessThanOrEqual(buyersAtOnce)
  expect([tally.losses, tally.replaced]).toEqual([[], []])
  await settle(shop)
  await checkPromises(buyers)
  await checkLedger(shop, buyers)
  expect(buyers.length).toBeGreaterThan(buyersAtOnce)
  process.stdout.write(
    `three processes: ${JSON.stringify({ reads, buyers: buyers.length, requests: tally.requests, failed: tally.failures.length })}\n`,
  )
})

it('a process that is asked to stop under load and then replaced fails no request at all', {
  timeout: limitMs,
}, async () => {
  const load = startLoad(shop, { readers, buyers: buyersAtOnce, plans: ['lifetime'], ...pauses })
  await load.goOn(awhile)
  for (const index of replaced) {
    const server = shop.processes.servers[index]
    expect(await server?.stop(), 'its exit code').toBe(0)
    expect(server?.printed()).not.toMatch(/Stopped before everything/)
    await shop.restartServer(index)
    await load.goOn(awhile)
  }
  const { failedReads, tally, buyers } = await load.end()
  expect(failedReads).toEqual([])
  expect([tally.failures, tally.losses, tally.replaced], shop.nginxLog()).toEqual([[], [], []])
  await settle(shop)
  await checkPromises(buyers)
})

// The last one that needs all three processes.
it(
  'while two versions run beside each other a page gets its scripts, whoever is asked for them',
  async () => {
    const page = await (await fetch(`${shop.siteUrl}/pricing`)).text()
    const asset = /\/assets\/[\w.-]+\.js/.exec(page)?.[0]
    await shop.processes.servers[0]?.stop()
    let asked = 0
    const otherVersion = createServer((_, response) => {
      asked += 1
      response.writeHead(404).end()
    }).listen(Number(shop.env.PORT), '127.0.0.1')
    await once(otherVersion, 'listening')
    // Until nginx asks again at that address, which it had found shut.
    for (let turn = 0; asked < 5 && turn < 600; turn += 1) {
      expect((await fetch(`${shop.siteUrl}${asset}`)).status).toBe(200)
      await sleep(20)
    }
    expect(asked).toBe(5)
    // One that it leaves alone for its three seconds makes it answer 502.
    const missing = async () => (await fetch(`${shop.siteUrl}/assets/none.js`)).status
    await expect.poll(missing, { timeout: 120_000 }).toBe(404)
    otherVersion.closeAllConnections()
    otherVersion.close()
  },
  limitMs,
)

it('docs/deploy.md shows the very configuration that this file runs', () => {
  const shown = fs.readFileSync('docs/deploy.md', 'utf8')
  expect(shown).toContain(fs.readFileSync('deploy/nginx.conf', 'utf8').trim())
})
