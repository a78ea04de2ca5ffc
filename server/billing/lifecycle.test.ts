import fc from 'fast-check'
import Stripe from 'stripe'
import { beforeAll, expect, test, vi } from 'vitest'
import { examples } from '../../tests/simulations/billing-lifecycle/examples.ts'
import { lifecycle } from '../../tests/simulations/billing-lifecycle/generate.ts'
import { runLifecycle } from '../../tests/simulations/billing-lifecycle/run-lifecycle.ts'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { testSeed } from '../../tests/support/test-seed.ts'

/** `npm run torture` asks for more of them. */
const runs = Number(process.env.LIFECYCLE_RUNS ?? 3)
const isLong = runs > 3
/** Each has a database of its own, and in it one lifecycle after the other. */
const lanes = isLong ? 2 : 1
const seed = testSeed('LIFECYCLE_SEED', 1324717403)
const shareOf = { postgres: 0.9, embedded: 0.1 }

/** In `npm test` each on one database, one in seven on the embedded one, where it takes twice as long. */
const examplesOn = (kind: string) =>
  examples.filter((_, index) => isLong || (index % 7 === 0) === (kind === 'embedded'))

describeOnBothDatabases('a billing lifecycle', (openTestDatabase, kind) => {
  // The SDK waits half a second before it tries again.
  beforeAll(() => {
    const sdk = Stripe.prototype as unknown as Record<'getInitialNetworkRetryDelay', () => number>
    const delay = vi.spyOn(sdk, 'getInitialNetworkRetryDelay').mockReturnValue(0.001)
    return () => delay.mockRestore()
  })

  let opened: ReturnType<typeof openTestDatabase> | undefined
  for (const { name, plan, lifecycle: given } of examplesOn(kind)) {
    test(name, async () => {
      opened ??= openTestDatabase()
      expect(await runLifecycle(await opened, given)).toBe(plan)
    })
  }

  for (let lane = 0; lane < lanes; lane += 1) {
    test.concurrent(`whatever happens, nobody pays twice, and in the end we say what the payment service says (seed ${seed + lane})`, async () => {
      const database = await openTestDatabase()
      const numRuns = Math.ceil((runs * shareOf[kind]) / lanes)
      await fc.assert(
        fc.asyncProperty(lifecycle, async (each) => void (await runLifecycle(database, each))),
        // The failure is told with its history: a run of hours may not end with its other lanes.
        { seed: seed + lane, numRuns, includeErrorInReport: true },
      )
    }, 3_600_000)
  }
})
