import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface Outcome {
  passed: number
  /** One line for each failure: the number of lines is the number that failed. */
  failures: string[]
  skipped: number
}

/** As scripts/outcome-reporter.ts writes it. */
export interface VitestOutcome extends Outcome {
  /** One line for each test or hook that ended because a program of the operating system is missing. */
  withoutTool: string[]
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: PlaywrightTest[] }[]
}

interface PlaywrightTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results?: { error?: PlaywrightError }[]
}

interface PlaywrightError {
  message?: string
  /** What was thrown, where it was no Error. */
  value?: string
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  /** Of the global setup, or of a file that cannot be loaded: no test has them. */
  errors?: PlaywrightError[]
}

export function readVitestOutcome(file: string, exitCode: number | null): Outcome {
  const report = read<VitestOutcome>(file)
  // To vitest they failed, so its exit code says nothing else.
  const excused = report && report.withoutTool.length > 0 && report.failures.length === 0 && exitCode === 1
  return settle('vitest', excused ? 0 : exitCode, report, ({ passed, failures, skipped }) => ({
    passed,
    failures,
    skipped,
  }))
}

export function readPlaywrightReport(file: string, exitCode: number | null): Outcome {
  return settle('playwright', exitCode, read<PlaywrightReport>(file), ({ suites, errors = [] }) => {
    const outcome: Outcome = { passed: 0, failures: [], skipped: 0 }
    for (const error of errors) outcome.failures.push(`an error outside of tests${because(reasonOf(error))}`)
    const visit = (suite: PlaywrightSuite, path: string) => {
      for (const { title, tests } of suite.specs) {
        for (const { status, results = [] } of tests) {
          if (status === 'expected') outcome.passed += 1
          else if (status === 'skipped') outcome.skipped += 1
          // A flaky test failed once, and a buyer may be the one who meets it.
          else
            outcome.failures.push(
              `${path} › ${title}${because(reasonOf(results.find(({ error }) => error)?.error))}`,
            )
        }
      }
      for (const inner of suite.suites ?? []) visit(inner, `${path} › ${inner.title}`)
    }
    for (const suite of suites) visit(suite, suite.title)
    return outcome
  })
}

/** Of a report that only lists them. */
export function countPlaywrightTests(file: string): number {
  const count = ({ specs, suites = [] }: PlaywrightSuite): number =>
    suites.reduce((total, suite) => total + count(suite), specs.length)
  return (read<PlaywrightReport>(file)?.suites ?? []).reduce((total, suite) => total + count(suite), 0)
}

/** A runner that crashed, or ran nothing, is a failure however clean its report looks. */
function settle<Report>(
  runner: string,
  exitCode: number | null,
  report: Report | undefined,
  count: (report: Report) => Outcome,
): Outcome {
  const exit = exitCode === null ? 'was killed' : `exited with code ${exitCode}`
  if (!report)
    return { passed: 0, failures: [`${runner} crashed: it ${exit} and left no report`], skipped: 0 }
  const outcome = count(report)
  if (outcome.failures.length > 0) return outcome
  if (outcome.passed === 0) return { ...outcome, failures: [`${runner} ran no test and ${exit}`] }
  if (exitCode !== 0)
    return { ...outcome, failures: [`${runner} ${exit}, although none of its tests failed`] }
  return outcome
}

function reasonOf(error: PlaywrightError | undefined): string | undefined {
  return error?.message ?? error?.value
}

/** The first line of the reason, in brackets. */
export function because(message = ''): string {
  const [line] = stripVTControlCharacters(message).trim().split('\n')
  return line ? ` (${line})` : ''
}

function read<Report>(file: string): Report | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // A runner killed while writing leaves half a report.
    return undefined
  }
}
