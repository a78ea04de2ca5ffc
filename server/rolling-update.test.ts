import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShopBehindNginx, type ShopBehindNginx } from '../tests/simulations/chaos/shop-behind-nginx.ts'
import { type Buyer, buy, buyerPlans, newTally } from '../tests/simulations/chaos/shop-buyer.ts'
import { checkLedger, checkPromises, settle } from '../tests/simulations/chaos/shop-checks.ts'
import { startLoad } from '../tests/simulations/chaos/shop-load.ts'
import type { RunningShop } from '../tests/simulations/chaos/shop-processes.ts'
import { expectWorkDone, leaveUnfinishedWork } from '../tests/simulations/chaos/unfinished-work.ts'

// Commits. `npm run torture rolling-update` says which, and builds them: that takes too long for `npm test`.
const previous = process.env.PREVIOUS_VERSION
/** It called Stripe inside its transactions, and had no jobs. */
const withoutJobs = process.env.VERSION_WITHOUT_JOBS
const besideMs = 3_000
const limitMs = 1_800_000
const nothingWrong = { failures: [], losses: [], hung: [], replaced: [] }

test.skipIf(!previous)(
  'an older version is replaced under load, process by process, and comes back: nothing fails, nothing is lost',
  { timeout: limitMs },
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-previous-'))
    const older = buildVersion(previous ?? '', folder)
    const shop = await openShopBehindNginx({ build: older })
    try {
      const load = startLoad(shop, { readers: 2, buyers: 3, plans: buyerPlans })
      await sleep(besideMs)
      // The new version in each place, and then the older one again in one of them.
      for (const [index, build] of [
        [0, 'dist'],
        [1, 'dist'],
        [2, 'dist'],
        [0, older],
      ] as const) {
        expect(await shop.processes.servers[index]?.stop(), 'its exit code').toBe(0)
        await shop.restartServer(index, build)
        await sleep(besideMs)
      }
      const { reads, failedReads, tally, buyers } = await load.end()
      expect(failedReads).toEqual([])
      expect(tally, shop.nginxLog()).toMatchObject(nothingWrong)
      await settle(shop)
      await checkPromises(buyers)
      await checkLedger(shop, buyers)
      const counts = { reads, buyers: buyers.length, requests: tally.requests }
      process.stdout.write(`rolling update from ${previous}: ${JSON.stringify(counts)}\n`)
    } finally {
      await shop.close()
      fs.rmSync(folder, { recursive: true, force: true })
    }
  },
)

test.skipIf(!withoutJobs)(
  'a version without jobs: what it leaves when it is killed is done, on its tables and on the present ones, and it sells beside the new one',
  { timeout: limitMs },
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-previous-'))
    const older = buildVersion(withoutJobs ?? '', folder)
    const buyers: Buyer[] = []
    const tally = newTally()
    const killAndReplace = async (running: RunningShop) => {
      const left = await leaveUnfinishedWork(running, tally)
      await running.restartServer()
      buyers.push(...(await expectWorkDone(running, left)))
    }
    const shop = await openShopBehindNginx({
      build: older,
      settings: catalogueOf(folder),
      async beforeMigration(running) {
        for (const plans of buyerPlans) buyers.push(await buy(running, tally, plans))
        await killAndReplace(running)
      },
    })
    const { servers } = shop.processes
    try {
      // Back to the older version, in every place.
      expect(await servers[0]?.stop(), 'its exit code').toBe(0)
      for (const index of servers.keys()) await shop.restartServer(index, older)
      await killAndReplace(shop)

      for (const index of [1, 2]) await shop.restartServer(index, older)
      const load = startLoad(shop, { readers: 2, buyers: 3, plans: buyerPlans })
      await sleep(besideMs)
      for (const index of [1, 2]) {
        expect(await servers[index]?.stop(), 'its exit code').toBe(0)
        await shop.restartServer(index)
        await sleep(besideMs)
      }
      const { reads, failedReads, tally: underLoad, buyers: newcomers } = await load.end()
      buyers.push(...newcomers)
      expect(failedReads).toEqual([])
      const { replaced } = underLoad
      expect({ ...underLoad, replaced: [] }, shop.nginxLog()).toMatchObject(nothingWrong)
      // What a killed server had begun failed.
      expect({ ...tally, failures: [] }).toMatchObject(nothingWrong)
      await shop.db.execute(sql`update jobs set run_at = now() where kind = 'cancel-subscription'`)
      await settle(shop)
      await checkPromises(buyers)
      await checkLedger(shop, buyers)
      await checkRefunds(shop, buyers)
      // The new version does not know the price of a page that the older one opened. It can no longer be paid.
      for (const id of replaced)
        expect((await shop.emulator.stripe.checkout.sessions.retrieve(id)).status).toBe('expired')
      const counts = {
        reads,
        buyers: buyers.length,
        requests: underLoad.requests,
        replaced: replaced.length,
      }
      process.stdout.write(`from ${withoutJobs}, which has no jobs: ${JSON.stringify(counts)}\n`)
    } finally {
      await shop.close()
      fs.rmSync(folder, { recursive: true, force: true })
    }
  },
)

/** The unused month goes back once to whoever went on to Lifetime, and nothing else does. */
async function checkRefunds({ emulator }: ShopBehindNginx, buyers: Buyer[]): Promise<void> {
  const refunds = await emulator.stripe.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  expect(new Set(refunds.map(({ payment_intent }) => payment_intent)).size).toBe(refunds.length)
  expect(refunds.length).toBe(buyers.filter(({ paid }) => paid.length === 2).length)
  for (const { amount } of refunds) expect(900 - amount).toBeLessThan(10)
}

/** What that version knows of a catalogue. Without a trial, so that money moves when Lifetime replaces Monthly. */
function catalogueOf(folder: string): object {
  const {
    urgency: _,
    plans,
    ...known
  } = JSON.parse(fs.readFileSync(path.join(folder, 'pricing.config.json'), 'utf8'))
  const monthly = { ...plans.monthly, trialDays: 0 }
  return { content: undefined, footer: undefined, ...known, plans: { ...plans, monthly } }
}

/** With the packages of the present version. Returns the folder of the build. */
function buildVersion(commit: string, folder: string): string {
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1_024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  fs.symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return path.join(folder, 'dist')
}
