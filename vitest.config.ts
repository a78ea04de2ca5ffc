import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** 12 seconds or more each, the longest first: begun last, one of them would keep one core busy and the other idle. */
const long = [
  'billing/seats',
  'lost-and-found',
  'billing/lifecycle',
  'dist-anywhere',
  'seat-griefing',
  'many-processes',
  'nginx',
  'attacks/full-disk',
  'connections',
  'notices/notices',
  'checkout/checkout',
  'db/move-database',
  'providers',
  'commands/commands',
  'integration/integration',
  'scripts/example',
  'webhooks/crash-recovery',
  'db/crash-recovery',
  'server/chaos',
  'route-table',
  'failover',
  'db/embedded',
  'guarantee/guarantee',
  'seat-contention',
  'npm-start',
  'packed',
]

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return place === -1 ? long.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['{core,server,packages,web,bench,tests,scripts,examples}/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/support/raise-limits.ts'],
    globalSetup: ['tests/support/database/postgres-global-setup.ts'],
    // One module graph per worker: loading it again for each file takes a quarter of the time.
    isolate: false,
    // One more than the cores of a small machine: a third of the time a test waits for another process.
    maxWorkers: 3,
    // PGlite without V8's second, optimising pass, which costs a tenth of the time and saves none.
    execArgv: ['--liftoff-only'],
    sequence: { sequencer: LongOnesFirst },
    // Only a test that hangs gets there: how fast the machine is must not matter.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
