import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface Outcome {
  passed: number
  /** One line for each failure: the number of lines is the number that failed. */
  failures: string[]
  skipped: number
}

interface VitestReport {
  testResults: { name: string; status: string; message?: string; assertionResults: VitestResult[] }[]
}

interface VitestResult {
  fullName: string
  status: string
  failureMessages?: string[]
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: PlaywrightTest[] }[]
}

interface PlaywrightTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results?: { error?: { message?: string } }[]
}

export function readVitestReport(file: string, exitCode: number | null): Outcome {
  return settle('vitest', exitCode, read<VitestReport>(file), ({ testResults }) => {
    const outcome: Outcome = { passed: 0, failures: [], skipped: 0 }
    for (const { name, status, message, assertionResults } of testResults) {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      const passed = assertionResults.filter((test) => test.status === 'passed')
      outcome.passed += passed.length
      outcome.skipped += assertionResults.length - passed.length - failed.length
      outcome.failures.push(
        ...failed.map((test) => `${name}: ${test.fullName}${because(test.failureMessages?.[0])}`),
      )
      // An import that throws or a failing hook fails the file and no test in it.
      if (status === 'failed' && failed.length === 0)
        outcome.failures.push(`${name}: the file itself failed${because(message)}`)
    }
    return outcome
  })
}

export function readPlaywrightReport(file: string, exitCode: number | null): Outcome {
  return settle('playwright', exitCode, read<{ suites: PlaywrightSuite[] }>(file), ({ suites }) => {
    const outcome: Outcome = { passed: 0, failures: [], skipped: 0 }
    const visit = (suite: PlaywrightSuite, path: string) => {
      for (const { title, tests } of suite.specs) {
        for (const { status, results = [] } of tests) {
          if (status === 'expected') outcome.passed += 1
          else if (status === 'skipped') outcome.skipped += 1
          // A flaky test failed once, and a buyer may be the one who meets it.
          else
            outcome.failures.push(
              `${path} › ${title}${because(results.find(({ error }) => error)?.error?.message)}`,
            )
        }
      }
      for (const inner of suite.suites ?? []) visit(inner, `${path} › ${inner.title}`)
    }
    for (const suite of suites) visit(suite, suite.title)
    return outcome
  })
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

function because(message = ''): string {
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
