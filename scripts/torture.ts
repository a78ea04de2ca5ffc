import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureTools } from './ensure-tools.ts'
import { type Outcome, readVitestReport } from './read-report.ts'

interface Stage {
  name: string
  vitestFile: string
  env: Record<string, string>
}

/** What `npm test` runs in smaller numbers. The environment overrides a number; names as arguments choose stages. */
const stages: Stage[] = [
  { name: 'faults', vitestFile: 'server/fault-rounds.test.ts', env: { FAULT_ROUNDS: '60' } },
  { name: 'kills', vitestFile: 'server/db/kill-rounds.test.ts', env: { KILL_ROUNDS: '30' } },
  { name: 'lives', vitestFile: 'server/billing/life.test.ts', env: { LIFE_RUNS: '5000' } },
  { name: 'rushes', vitestFile: 'server/billing/seat-rush.test.ts', env: { RUSH_SEEDS: '20' } },
]

const root = fileURLToPath(new URL('..', import.meta.url))

function runStage({ name, vitestFile, env }: Stage): Outcome {
  const numbers = Object.fromEntries(Object.entries(env).map(([key, all]) => [key, process.env[key] ?? all]))
  console.log(`\n${name}: ${JSON.stringify(numbers)}`)
  const reports = mkdtempSync(join(tmpdir(), 'fairseat-torture-'))
  try {
    const report = join(reports, 'vitest.json')
    const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`]
    const options = { cwd: root, env: { ...process.env, ...numbers }, stdio: 'inherit' as const }
    const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', vitestFile, ...reporters], options)
    return readVitestReport(report, status)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name))
const chosen = stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const missing = ensureTools()
// Some stages run what is built.
const build = spawnSync('npm', ['run', '--silent', 'build', '--', '--if-needed'], {
  cwd: root,
  stdio: 'inherit',
})
const outcomes = chosen.map(runStage)
const failures = [
  ...missing,
  ...(build.status === 0 ? [] : ['The build failed.']),
  ...unknown.map((name) => `There is no stage ${name}.`),
  ...outcomes.flatMap((outcome) => outcome.failures),
]
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
process.exitCode = failures.length > 0 ? 1 : 0
const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0)
// Read by machines: nothing may be printed after it.
console.log(`\n${passed} passed, ${failures.length} failed`)
