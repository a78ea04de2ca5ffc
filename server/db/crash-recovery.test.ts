import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@fairseat/stripe-emulator/seeded-random'
import { describe, expect, it } from 'vitest'
import { copyEmbeddedDataFolder, emptyDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import {
  type ChildOrders,
  type DatabaseChild,
  startDatabaseChild,
} from '../../tests/support/database/start-database-child.ts'
import { testSeed } from '../../tests/support/test-seed.ts'
import { findImage } from './data-folder-image.ts'

/** `npm run torture` asks for more, an even number. */
const rounds = Number(process.env.CRASH_RECOVERY_ROUNDS ?? 1)
const longestWriteMs = 300
const timeoutMs = 600_000 + rounds * 120_000

// In the test's name, so that a failure shows it; run again with KILL_SEED=….
const seed = testSeed('KILL_SEED', 20_261_116)

describe.concurrent(`the embedded database under SIGKILL (seed ${seed})`, () => {
  it(`keeps every acknowledged row through kills during writes (${rounds})`, {
    timeout: timeoutMs,
  }, async () => {
    const random = seededRandom(seed)
    const dataDir = await copyEmbeddedDataFolder()
    const acknowledged = new Set<string>()

    for (let round = 1; round <= rounds; round += 1) {
      // The recovery after a kill may be killed as well.
      if (round % 5 === 0) await killAfter(startDatabaseChild({ dataDir }), random() * 600)

      const child = startDatabaseChild({ dataDir, writes: true })
      expectWholeAndComplete(await child.opened, acknowledged)
      await child.firstCommit
      await killAfter(child, random() * longestWriteMs)
      for (const id of committedBy(child)) acknowledged.add(id)
    }

    const last = startDatabaseChild({ dataDir })
    expectWholeAndComplete(await last.opened, acknowledged)
    await last.close()
  })

  it.each([
    { way: 'the image', kills: rounds, orders: {} },
    // For a dist/ without its image. It takes 20 seconds of processor time, so `npm test` leaves it to `npm run torture`.
    ...(rounds > 2 ? [{ way: 'initdb', kills: rounds / 2, orders: { byInitdb: true } }] : []),
  ])(
    'starts after every kill during the first start by $way ($kills)',
    {
      timeout: timeoutMs,
    },
    async ({ way, kills, orders }) => {
      if (way === 'the image') expect(findImage(), 'run `npm run build` first').toBeDefined()
      const random = seededRandom(seed + kills)
      const usual = await measureFirstStart(orders)
      let dataDir = emptyDataFolder()

      for (let round = 1; round <= kills; round += 1) {
        const startedAt = Date.now()
        const child = startDatabaseChild({ dataDir, writes: true, ...orders })
        if (round % 3 === 0) {
          // A third of the kills go where files are being written, which is the smaller part of the time.
          await clusterFilesAppear(dataDir, startedAt, child)
          await killAfter(child, random() * usual.fromFilesToOpenMs)
        } else {
          await killAfter(child, random() * usual.untilOpenMs)
        }
        expect(child.messages.filter((message) => 'refused' in message)).toEqual([])
        if (committedBy(child).length > 0) {
          fs.rmSync(dataDir, { recursive: true })
          dataDir = emptyDataFolder()
        }
      }

      const last = startDatabaseChild({ dataDir, writes: true, ...orders })
      await last.firstCommit
      await last.kill()
      expect(fs.readdirSync(dataDir)).toEqual(['postgres'])
    },
  )
})

/** Nothing acknowledged is missing, and no transaction is there by half. */
function expectWholeAndComplete(found: string[], acknowledged: Set<string>): void {
  const foundIds = new Set(found)
  expect([...acknowledged].filter((id) => !foundIds.has(id))).toEqual([])
  const otherHalf = (id: string) => (id.endsWith('a') ? `${id.slice(0, -1)}b` : `${id.slice(0, -1)}a`)
  expect(found.filter((id) => !foundIds.has(otherHalf(id)))).toEqual([])
}

function committedBy(child: DatabaseChild): string[] {
  return child.messages.flatMap((message) => ('committed' in message ? message.committed : []))
}

async function killAfter(child: DatabaseChild, delayMs: number): Promise<void> {
  await sleep(delayMs)
  await child.kill()
}

async function measureFirstStart(orders: Partial<ChildOrders>) {
  const dataDir = emptyDataFolder()
  const startedAt = Date.now()
  const child = startDatabaseChild({ dataDir, ...orders })
  await clusterFilesAppear(dataDir, startedAt, child)
  const filesAt = Date.now()
  await child.opened
  const openAt = Date.now()
  await child.close()
  return { untilOpenMs: openAt - startedAt, fromFilesToOpenMs: openAt - filesAt }
}

/** Wherever the first start builds the cluster; files of an earlier, killed start do not count. */
async function clusterFilesAppear(dataDir: string, since: number, child: DatabaseChild): Promise<void> {
  const candidates = ['postgres.initialising', 'postgres'].map((name) =>
    path.join(dataDir, name, 'PG_VERSION'),
  )
  let ended = false
  child.ended.then(() => {
    ended = true
  })
  const isNew = (file: string) => (fs.statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0) >= since
  // A cluster that an earlier round completed is not written again: then the database simply opens.
  while (!ended && child.messages.length === 0 && !candidates.some(isNew)) await sleep(5)
}
