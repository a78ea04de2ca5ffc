import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Buyer, buy, newTally } from '../tests/simulations/chaos/shop-buyer.ts'
import { checkLedger, checkPromises, settle } from '../tests/simulations/chaos/shop-checks.ts'
import { openShop, type Shop } from '../tests/simulations/chaos/shop-processes.ts'
import { findFreePort } from '../tests/support/processes/free-port.ts'
import { startNginx } from '../tests/support/processes/nginx.ts'

// A start takes seconds, and many of them where every core is busy.
const limitMs = 900_000
const readers = 4
const quietMs = 1_000
const longEnoughMs = 2_000
const readPaths = ['/pricing', '/api/urgency', '/api/subscription', '/sign-in']

let shop: Shop
let nginx: Awaited<ReturnType<typeof startNginx>>
beforeAll(async () => {
  const port = await findFreePort()
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()]
  const [first = '', second = '', third = ''] = ports.map((each) => `127.0.0.1:${each}`)
  nginx = await startNginx({
    LISTEN: `127.0.0.1:${port}`,
    SERVER_NAME: '127.0.0.1',
    SERVER_1: first,
    SERVER_2: second,
    SERVER_3: third,
  })
  // The buyers stand for a CDN, which tells nginx whom it speaks for.
  shop = await openShop({ ports, backendUrl: `http://127.0.0.1:${port}`, env: { TRUST_PROXY: '2' } })
})
afterAll(async () => {
  await shop.close()
  await nginx.stop()
})

interface Failure {
  path: string
  startedAt: number
  why: string
}

it('one of three processes behind nginx is killed and replaced under load: only what was in flight to it fails', {
  timeout: limitMs,
}, async () => {
  const load = startLoad()
  await sleep(quietMs)
  const killedAt = Date.now()
  await shop.processes.servers[0]?.kill()
  const goneAt = Date.now()
  await sleep(longEnoughMs)
  await shop.restartServer(0)
  await sleep(longEnoughMs)
  const { reads, buyers, tally, failedReads } = await load.end()

  // nginx asks the next process for whatever only reads, also for what was in flight.
  expect(failedReads).toEqual([])
  expect(nginx.log(), 'requests that nginx took to another process').toMatch(
    /connect\(\) failed|prematurely closed/,
  )
  // nginx asks the next process for a write too. One that no process answered in time fails, once for each buyer at most.
  const others = tally.failures.filter(({ startedAt, endedAt }) => startedAt > goneAt || endedAt < killedAt)
  expect(others, 'writes that failed and were not in flight').toEqual([])
  expect(tally.failures.length).toBeLessThanOrEqual(buyersAtOnce)
  expect(tally.losses).toEqual([])
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
  const load = startLoad()
  await sleep(quietMs)
  for (const index of [0, 1, 2]) {
    const server = shop.processes.servers[index]
    expect(await server?.stop(), 'its exit code').toBe(0)
    expect(server?.printed()).not.toMatch(/Stopped before everything/)
    await shop.restartServer(index)
    await sleep(quietMs)
  }
  const { failedReads, tally, buyers } = await load.end()
  expect(failedReads).toEqual([])
  expect([tally.failures, tally.losses], nginx.log()).toEqual([[], []])
  await settle(shop)
  await checkPromises(buyers)
})

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
    await shop.restartServer(0)
  },
  limitMs,
)

it('docs/deploy.md shows the very configuration that this file runs', () => {
  const shown = fs.readFileSync('docs/deploy.md', 'utf8')
  expect(shown).toContain(fs.readFileSync('deploy/nginx.conf', 'utf8').trim())
})

const buyersAtOnce = 3

/** Visitors who read, without pause, and buyers who write. */
function startLoad() {
  let open = true
  let reads = 0
  const failedReads: Failure[] = []
  const buyers: Buyer[] = []
  const tally = newTally()
  const read = async (lane: number) => {
    for (let turn = lane; open; turn += 1) {
      const path = readPaths[turn % readPaths.length] ?? '/pricing'
      const startedAt = Date.now()
      const why = await ask(`${shop.siteUrl}${path}`)
      reads += 1
      if (why) failedReads.push({ path, startedAt, why })
    }
  }
  const write = async () => {
    while (open) buyers.push(await buy(shop, tally, 'lifetime'))
  }
  const lanes = [
    ...Array.from({ length: readers }, (_, lane) => read(lane)),
    ...Array.from({ length: buyersAtOnce }, write),
  ]
  const all = Promise.all(lanes)
  all.catch(() => {})
  return {
    async end() {
      open = false
      await all
      return { reads, failedReads, buyers, tally }
    },
  }
}

async function ask(url: string): Promise<string | null> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status === 200 ? null : String(response.status)
  } catch (error) {
    return String(error instanceof Error ? (error.cause ?? error) : error)
  }
}
