import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openShopBehindNginx } from '../tests/simulations/chaos/shop-behind-nginx.ts'
import { buyerPlans } from '../tests/simulations/chaos/shop-buyer.ts'
import { checkLedger, checkPromises, settle } from '../tests/simulations/chaos/shop-checks.ts'
import { startLoad } from '../tests/simulations/chaos/shop-load.ts'

// A commit. `npm run torture rolling-update` says which one, and builds it: that takes too long for `npm test`.
const previous = process.env.PREVIOUS_VERSION
const besideMs = 3_000
const limitMs = 1_800_000

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
      expect([tally.failures, tally.losses, tally.hung], shop.nginxLog()).toEqual([[], [], []])
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
