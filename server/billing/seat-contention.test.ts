import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runContention } from '../../tests/simulations/seat-contention/run-contention.ts'
import {
  buildContentionServer,
  type ContentionFleet,
  startContentionFleet,
} from '../../tests/simulations/seat-contention/server-fleet.ts'
import { createMigratedDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { copyEmbeddedDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { testSeed } from '../../tests/support/test-seed.ts'

/** `npm run torture` asks for more of them. */
const count = Number(process.env.CONTENTION_SEEDS ?? 1)
const firstSeed = testSeed('CONTENTION_SEED', 4711)
const seeds = Array.from({ length: count }, (_, index) => firstSeed + index)
/** Four want each seat. */
const buyers = Number(process.env.CONTENTION_BUYERS ?? 16)
const crowd = { buyers, seats: Math.ceil(buyers / 4) }
/** Of the servers that share a database. */
const kills = buyers < 100 ? 1 : 3
/** One process with one connection is slow: fewer runs. */
const embeddedSeeds = seeds.slice(0, Math.ceil(count / 6))
const timeoutMs = 900_000

beforeAll(buildContentionServer)

describe('contention for the seats (postgres, three processes)', () => {
  let fleet: ContentionFleet
  beforeAll(async () => {
    fleet = await startContentionFleet(3)
  })
  afterAll(() => fleet.stop())

  test.for(seeds)(
    `L1 L2 L3 F20 F21 F22: ${buyers} buyers, four for each seat, servers killed (${kills}): none sold twice, nobody out of pocket (seed %i)`,
    { timeout: timeoutMs },
    async (seed, { annotate }) => {
      const databaseUrl = await createMigratedDatabase(inject('postgresUrl'))
      const size = { ...crowd, kills }
      const outcome = await runContention(fleet, seed, size, { databaseUrl, dataDir: 'unused' })
      await annotate(JSON.stringify(outcome))
      expect(outcome.sold).toBeGreaterThan(0)
    },
  )
})

describe('contention for the seats (embedded, one process)', () => {
  let fleet: ContentionFleet
  beforeAll(async () => {
    fleet = await startContentionFleet(1)
  })
  afterAll(() => fleet.stop())

  test.for(embeddedSeeds)(
    `L1 L2 L3 F20 F21 F22: ${buyers} buyers, four for each seat, the server killed: none sold twice, nobody out of pocket (seed %i)`,
    { timeout: timeoutMs },
    async (seed, { annotate }) => {
      const size = { ...crowd, kills: 1 }
      const outcome = await runContention(fleet, seed, size, { dataDir: await copyEmbeddedDataFolder() })
      await annotate(JSON.stringify(outcome))
      expect(outcome.sold).toBeGreaterThan(0)
    },
  )
})
