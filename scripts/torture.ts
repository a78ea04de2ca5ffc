import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureTools } from './ensure-tools.ts'
import { type Outcome, readPlaywrightReport, readVitestOutcome } from './read-report.ts'
import { runNpmScript, runTool } from './run-tool.ts'

interface Stage {
  name: string
  /** Test files, or folders of them; vitest runs them, or Playwright if they are tests/e2e/*.spec.ts. */
  tests: string | string[]
  env: Record<string, string>
}

/** What `npm test` runs in smaller numbers. The environment overrides a number; names as arguments choose stages. */
const stages: Stage[] = [
  { name: 'chaos', tests: 'server/chaos.test.ts', env: { CHAOS_ROUNDS: '60' } },
  { name: 'processes', tests: 'server/many-processes.test.ts', env: { PROCESSES_LOAD: 'long' } },
  {
    name: 'crash-recovery',
    tests: ['server/db/crash-recovery.test.ts', 'server/db/embedded.test.ts'],
    env: { CRASH_RECOVERY_ROUNDS: '30' },
  },
  { name: 'lifecycle', tests: 'server/billing/lifecycle.test.ts', env: { LIFECYCLE_RUNS: '5000' } },
  {
    name: 'fuzz',
    tests: 'server/fuzz.test.ts',
    env: { FUZZ_REQUESTS: '100000', FUZZ_RAW_REQUESTS: '5000' },
  },
  { name: 'oidc-fuzz', tests: 'server/identity/oidc/oidc-fuzz.test.ts', env: { FUZZ_REQUESTS: '20000' } },
  { name: 'crashes', tests: 'packages/stripe-emulator/src/store/crash.test.ts', env: { CRASH_ROUNDS: '60' } },
  {
    name: 'contention',
    tests: 'server/billing/seat-contention.test.ts',
    env: { CONTENTION_SEEDS: '20', CONTENTION_BUYERS: '200' },
  },
  { name: 'amounts', tests: 'server/billing/amounts-agree.test.ts', env: { AMOUNTS_RUNS: '96' } },
  { name: 'guesses', tests: 'server/identity/guessing.test.ts', env: { ATTACKERS: '3000' } },
  {
    name: 'webhooks',
    tests: 'server/integration/webhooks/crash-recovery.test.ts',
    env: { WEBHOOK_CHANGES: '1000' },
  },
  {
    name: 'hostile-nexts',
    tests: ['core/identity/safe-next.test.ts', 'core/local-path.test.ts'],
    env: { HOSTILE_NEXTS: '200000' },
  },
  {
    name: 'rolling-update',
    tests: 'server/rolling-update.test.ts',
    // The last versions without a seat log and without jobs.
    env: { PREVIOUS_VERSION: 'e24b108', VERSION_WITHOUT_JOBS: 'aaba7db' },
  },
  {
    name: 'databases',
    tests: [
      ...['billing', 'http', 'identity', 'integration', 'operations', 'proof', 'seats', 'urgency'].map(
        (feature) => `server/${feature}/`,
      ),
      'server/db/schema.test.ts',
    ],
    env: { DATABASES: 'both' },
  },
  { name: 'attacks', tests: 'server/attacks/', env: { ATTACKS: 'long' } },
  { name: 'languages', tests: 'tests/e2e/languages.spec.ts', env: { PAGE_LANGUAGES: 'all' } },
  { name: 'dev', tests: 'tests/e2e/live-preview.spec.ts', env: { LIVE_PREVIEW: 'dev' } },
]

function runStage({ name, tests, env }: Stage): Outcome {
  const numbers = Object.fromEntries(Object.entries(env).map(([key, all]) => [key, process.env[key] ?? all]))
  console.log(`\n${name}: ${JSON.stringify(numbers)}`)
  const reports = mkdtempSync(join(tmpdir(), 'fairseat-torture-'))
  try {
    const report = join(reports, 'report.json')
    if ([tests].flat().every((file) => file.endsWith('.spec.ts'))) {
      const args = ['test', ...[tests].flat(), '--reporter=list,json']
      const { status } = runTool('playwright', args, {
        env: { ...numbers, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      })
      return readPlaywrightReport(report, status)
    }
    // One file after the other: some measure how long others wait.
    const args = [
      'run',
      ...[tests].flat(),
      '--no-file-parallelism',
      '--reporter=verbose',
      '--reporter=./scripts/outcome-reporter.ts',
    ]
    const { status } = runTool('vitest', args, { env: { ...numbers, TORTURE: 'true', OUTCOME_FILE: report } })
    return readVitestOutcome(report, status)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name))
const chosen = stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
ensureTools()
// Some stages run what is built.
const build = runNpmScript('build:all', ['--if-needed'])
const outcomes = chosen.map(runStage)
const failures = [
  ...(build.status === 0 ? [] : ['The build failed.']),
  ...unknown.map((name) => `There is no stage ${name}.`),
  ...outcomes.flatMap((outcome) => outcome.failures),
]
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
process.exitCode = failures.length > 0 ? 1 : 0
const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0)
// Read by machines: nothing may be printed after it.
console.log(`\n${passed} passed, ${failures.length} failed`)
