import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@fairseat/stripe-emulator/seeded-random'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Buyer, buy, buyerPlans, newTally, type Tally } from '../tests/simulations/chaos/shop-buyer.ts'
import { checkLedger, checkPromises, settle } from '../tests/simulations/chaos/shop-checks.ts'
import { openShop, type Shop } from '../tests/simulations/chaos/shop-processes.ts'
import { findFreePort } from '../tests/support/processes/free-port.ts'
import { testSeed } from '../tests/support/test-seed.ts'

/** `npm run torture` asks for more. */
const rounds = Number(process.env.CHAOS_ROUNDS ?? 3)
// In the test's name, so that a failure shows it; run again with CHAOS_SEED=….
const seed = testSeed('CHAOS_SEED', 20_261_116)
/** Buyers at once: one alone keeps a server and its database busy. */
const lanes = rounds > 3 ? 4 : 2
const latestKillMs = rounds > 3 ? 1_500 : 800
const longestAbsenceMs = 600
/** The whole ledger is read every so many rounds, and at the end. */
const ledgerEvery = 5
const maxDescriptors = 120
const maxResidentMb = 512

const kinds = ['server', 'emulator', 'postgres'] as const
type Victim = (typeof kinds)[number]

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ ports: [await findFreePort()] })
})
afterAll(() => shop.close())

it(`loses and doubles nothing in ${rounds} rounds of kill -9 under load (seed ${seed})`, {
  timeout: 600_000 + rounds * 120_000,
}, async () => {
  const random = seededRandom(seed)
  const tally = newTally()
  const kills: Record<Victim, number> = { server: 0, emulator: 0, postgres: 0 }
  const buyers: Buyer[] = []
  let most = { descriptors: 0, residentMb: 0 }

  for (let round = 1; round <= rounds; round += 1) {
    const load = startLoad(tally, random)
    await sleep(random() * latestKillMs)
    const victims = chooseVictims(round, random)
    await Promise.all(victims.map(kill))
    for (const victim of victims) kills[victim] += 1
    await sleep(random() * longestAbsenceMs)
    for (const victim of victims) await restart(victim)
    const served = await load.end()

    await settle(shop)
    await checkPromises(served)
    buyers.push(...served)
    expect([tally.losses, tally.replaced]).toEqual([[], []])
    expect(tally.hung).toEqual([])
    if (round % ledgerEvery === 0 || round === rounds) await checkLedger(shop, buyers)

    const [server] = shop.processes.servers
    expect(server?.hasEnded(), `the server ended by itself:\n${server?.printed()}`).toBe(false)
    const { descriptors = 0, residentMb = 0 } = server?.footprint() ?? {}
    most = {
      descriptors: Math.max(most.descriptors, descriptors),
      residentMb: Math.max(most.residentMb, residentMb),
    }
  }
  await checkPromises(buyers)
  const bought = buyers.flatMap(({ paid }) => paid).length
  const { requests, failures } = tally
  report({ rounds, kills, buyers: buyers.length, bought, requests, failures: failures.length, ...most })
  expect(bought, 'a load that buys').toBeGreaterThan(rounds)
  expect(most.descriptors).toBeLessThan(maxDescriptors)
  expect(most.residentMb).toBeLessThan(maxResidentMb)
})

/** Buyers one after the other in each lane, until `end`, which waits for those who are there. */
function startLoad(tally: Tally, random: () => number) {
  let open = true
  const served: Buyer[] = []
  const lane = async () => {
    do {
      const wish = buyerPlans[Math.floor(random() * buyerPlans.length)] ?? 'lifetime'
      served.push(await buy(shop, tally, wish))
    } while (open)
  }
  const all = Promise.all(Array.from({ length: lanes }, lane))
  // Its failure is seen in `end`; until then it must not count as unheard.
  all.catch(() => {})
  return {
    async end(): Promise<Buyer[]> {
      open = false
      await all
      return served
    },
  }
}

/** Each in its turn, so that none is spared; in every fourth round a second one with it. */
function chooseVictims(round: number, random: () => number): Victim[] {
  const first = kinds[round % kinds.length] ?? 'server'
  const others = kinds.filter((kind) => kind !== first)
  const second = others[Math.floor(random() * others.length)]
  const victims = second && round % 4 === 0 ? [first, second] : [first]
  // In this order they are started again: the server wants the other two.
  return (['postgres', 'emulator', 'server'] as const).filter((kind) => victims.includes(kind))
}

function kill(victim: Victim): Promise<void> | undefined {
  if (victim === 'postgres') return shop.cluster?.kill()
  return (victim === 'emulator' ? shop.processes.emulator : shop.processes.servers[0])?.kill()
}

function restart(victim: Victim): Promise<void> | undefined {
  if (victim === 'postgres') return shop.cluster?.restart()
  return victim === 'emulator' ? shop.restartEmulator() : shop.restartServer()
}

const report = (figures: object) => process.stdout.write(`chaos: ${JSON.stringify(figures)}\n`)
