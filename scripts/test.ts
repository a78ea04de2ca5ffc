import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shortLived } from '../tests/support/processes/child-process.ts'
import { buildCompiledCode } from './build-compiled-code.ts'
import { chromiumProblem, ensureTools } from './ensure-tools.ts'
import { createMemoryFolder } from './memory-folder.ts'
import { countPlaywrightTests, type Outcome, readPlaywrightReport, readVitestOutcome } from './read-report.ts'
import { root, runTool, startNpmScript, startTool } from './run-tool.ts'

const memoryFolder = createMemoryFolder()
// What every part of the run takes for the folder of temporary files.
if (memoryFolder) process.env.TMPDIR = memoryFolder

/**
 * Every stage runs even when another failed, so that one run shows all there is to mend. The checks run beside the build, and
 * the browser tests beside vitest: each of them alone leaves a core idle at times.
 */
async function runAll(): Promise<Outcome> {
  const reports = mkdtempSync(join(tmpdir(), 'fairseat-reports-'))
  try {
    const missing = ensureTools()
    const checks = runChecks()
    const build = await runScript('build:all')
    const isBuilt = build.failures.length === 0
    // The build has done it for a server that runs for long.
    if (isBuilt) await buildCompiledCode('dist', shortLived)
    const unit = runVitest(join(reports, 'vitest.json'))
    const browser = runBrowserTests(join(reports, 'playwright.json'), isBuilt, missing)
    return sum([build, ...(await checks), await unit, await browser])
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** Each `check:*` script of package.json counts as one test. All at once: most keep only one core busy. */
async function runChecks(): Promise<Outcome[]> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const names = Object.keys(scripts).filter((name) => name.startsWith('check:'))
  return names.length > 0
    ? Promise.all(names.map(runScript))
    : [failure('package.json has no check:* script')]
}

async function runScript(name: string): Promise<Outcome> {
  const { status, printed } = await startNpmScript(name)
  console.log(status === 0 ? `ok    ${name}` : `FAIL  ${name}\n${printed}`)
  return status === 0 ? { passed: 1, failures: [], skipped: 0 } : failure(name)
}

function failure(name: string): Outcome {
  return { passed: 0, failures: [name], skipped: 0 }
}

async function runVitest(report: string): Promise<Outcome> {
  const args = ['run', '--reporter=default', '--reporter=./scripts/outcome-reporter.ts']
  const { status } = await startTool('vitest', args, { env: { OUTCOME_FILE: report } })
  return readVitestOutcome(report, status)
}

async function runBrowserTests(report: string, isBuilt: boolean, missing: string[]): Promise<Outcome> {
  // Without a fresh build the browser would test yesterday's code.
  if (!isBuilt) return failure('browser tests: did not run, the build failed')
  const wrongPath = chromiumProblem()
  if (wrongPath) return failure(wrongPath)
  return missing.includes('Chromium') ? skipPlaywright(report) : runPlaywright(report)
}

/** What it prints comes in one piece: vitest prints meanwhile. */
async function runPlaywright(report: string): Promise<Outcome> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  // One worker less than alone: vitest keeps the cores busy when these two wait.
  const args = ['test', '--reporter=list,json', '--workers=2']
  const { status, printed } = await startTool('playwright', args, { env, quiet: true })
  console.log(printed)
  return readPlaywrightReport(report, status)
}

/** Counts them, although none can run. */
function skipPlaywright(report: string): Outcome {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  runTool('playwright', ['test', '--list', '--reporter=json'], { env, quiet: true })
  return { passed: 0, failures: [], skipped: countPlaywrightTests(report) }
}

function sum(outcomes: Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    skipped: outcomes.reduce((total, { skipped }) => total + skipped, 0),
  }
}

const { passed, failures, skipped } = await runAll()
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
process.exitCode = failures.length > 0 ? 1 : 0
// Read by machines: nothing may be printed after it.
console.log(`\n${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
