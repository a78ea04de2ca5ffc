import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureTools } from './ensure-tools.ts'
import { type Outcome, readPlaywrightReport, readVitestReport } from './read-report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Every stage runs even when an earlier one failed, so that one run shows all there is to mend. */
function runAll(): Outcome {
  const reports = mkdtempSync(join(tmpdir(), 'fairseat-reports-'))
  try {
    const tools = { passed: 0, failures: ensureTools(), skipped: 0 }
    const build = runScript('build')
    const checks = runChecks()
    const unit = runVitest(join(reports, 'vitest.json'))
    // Without a fresh build the browser would test yesterday's code.
    const browser = build.failures.length === 0 ? [runPlaywright(join(reports, 'playwright.json'))] : []
    if (browser.length === 0) console.log('\nThe browser tests did not run: the build failed.')
    return sum([tools, build, ...checks, unit, ...browser])
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** Each `check:*` script of package.json counts as one test. */
function runChecks(): Outcome[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const names = Object.keys(scripts).filter((name) => name.startsWith('check:'))
  return names.length > 0 ? names.map(runScript) : [failure('package.json has no check:* script')]
}

function runScript(name: string): Outcome {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', name], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status === 0) {
    console.log(`ok    ${name}`)
    return { passed: 1, failures: [], skipped: 0 }
  }
  console.log(`FAIL  ${name}\n${stdout}${stderr}`)
  return failure(name)
}

function failure(name: string): Outcome {
  return { passed: 0, failures: [name], skipped: 0 }
}

function runVitest(report: string): Outcome {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return readVitestReport(report, run(['vitest', 'run', ...reporters]))
}

function runPlaywright(report: string): Outcome {
  const exitCode = run(['playwright', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return readPlaywrightReport(report, exitCode)
}

function run(command: string[], env: Record<string, string> = {}): number | null {
  const options = { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' as const }
  return spawnSync('npx', ['--no-install', ...command], options).status
}

function sum(outcomes: Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    skipped: outcomes.reduce((total, { skipped }) => total + skipped, 0),
  }
}

const { passed, failures, skipped } = runAll()
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
process.exitCode = failures.length > 0 ? 1 : 0
// Read by machines: nothing may be printed after it.
console.log(`\n${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
