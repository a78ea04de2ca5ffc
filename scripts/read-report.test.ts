import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countPlaywrightTests, readPlaywrightReport, readVitestOutcome } from './read-report.ts'
import { runTool } from './run-tool.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairseat-reports-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function report(content: unknown): string {
  const file = join(folder, `${Math.random()}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const outcome = { passed: 1, failures: [] as string[], skipped: 0, withoutTool: [] as string[] }

describe('what vitest came to', () => {
  test('counts tests that miss a program as skipped, whatever exit code they give the runner', () => {
    const file = report({ ...outcome, skipped: 2, withoutTool: ['a.test.ts: t (PostgreSQL is missing.)'] })
    expect(readVitestOutcome(file, 1)).toEqual({ passed: 1, failures: [], skipped: 2 })
  })

  test('is failed by a real failure beside them', () => {
    const file = report({ ...outcome, failures: ['a.test.ts: t (no)'], withoutTool: ['b'] })
    expect(readVitestOutcome(file, 1)).toEqual({ passed: 1, failures: ['a.test.ts: t (no)'], skipped: 0 })
  })

  test('is written with the reason of each failure, of hooks and timeouts too', () => {
    const root = mkdtempSync(join(folder, 'run-'))
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'), 'junction')
    const never = 'async () => { await new Promise(() => {}) }, 10'
    writeFileSync(
      join(root, 'failing.test.ts'),
      `import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
      class MissingToolError extends Error { name = 'MissingToolError' }
      test('passes', () => {})
      test('hangs', ${never})
      describe('each', () => { beforeEach(${never}); test('in it', () => {}) })
      describe('all', () => { beforeAll(${never}); test('in it', () => {}) })
      describe('tool', () => { beforeAll(() => { throw new MissingToolError('no tool') }); test('in it', () => {}) })
      describe('unopened', () => {
        let server
        beforeAll(() => { throw new MissingToolError('no tool') })
        afterAll(() => server.stop())
        test('in it', () => {})
      })
      test('throws', () => { throw new Error('no\\n second line') })`,
    )
    const file = join(root, 'outcome.json')
    const args = ['run', `--root=${root}`, `--reporter=${join(process.cwd(), 'scripts/outcome-reporter.ts')}`]
    const { status } = runTool('vitest', args, { env: { OUTCOME_FILE: file }, quiet: true })
    const { failures, ...counts } = readVitestOutcome(file, status)
    expect(counts).toEqual({ passed: 1, skipped: 3 })
    expect(failures.map((line) => line.replace(/^\S+failing/, 'failing'))).toEqual([
      'failing.test.ts: a hook of "all" failed (Hook timed out in 10ms.)',
      'failing.test.ts: hangs (Test timed out in 10ms.)',
      'failing.test.ts: each > in it (Hook timed out in 10ms.)',
      'failing.test.ts: throws (no)',
    ])
  })
})

describe('a playwright report', () => {
  test('is counted through nested suites, a flaky test as failed', () => {
    const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
    const inner = {
      title: 'inner',
      specs: [spec('b', 'unexpected'), spec('c', 'flaky'), spec('d', 'skipped')],
    }
    const file = report({ suites: [{ title: 'x.spec.ts', specs: [spec('a', 'expected')], suites: [inner] }] })
    const failures = ['x.spec.ts › inner › b', 'x.spec.ts › inner › c']
    expect(readPlaywrightReport(file, 1)).toEqual({ passed: 1, failures, skipped: 1 })
  })

  test('names what failed outside of tests, and what was thrown without being an Error', () => {
    const specs = [
      { title: 'a', tests: [{ status: 'unexpected', results: [{ error: { value: "'text'" } }] }] },
    ]
    const file = report({ suites: [{ title: 'x.spec.ts', specs }], errors: [{ message: 'Error: setup' }] })
    expect(readPlaywrightReport(file, 1).failures).toEqual([
      'an error outside of tests (Error: setup)',
      "x.spec.ts › a ('text')",
    ])
    expect(countPlaywrightTests(file)).toBe(1)
  })

  test('says why a test failed, in one line and without colours', () => {
    const results = [{ error: { message: '\u001b[31mno\u001b[39m\n  at here' } }]
    const specs = [{ title: 'a', tests: [{ status: 'unexpected', results }] }]
    const file = report({ suites: [{ title: 'x.spec.ts', specs }] })
    expect(readPlaywrightReport(file, 1).failures).toEqual(['x.spec.ts › a (no)'])
  })
})

describe('a runner counts one failure when it', () => {
  const clean = outcome

  test('left no report', () => {
    expect(readVitestOutcome(join(folder, 'absent.json'), 1).failures).toHaveLength(1)
  })

  test('left half a report', () => {
    expect(readVitestOutcome(report('{"passed": '), null).failures).toHaveLength(1)
  })

  test('exits with an error although no test failed', () => {
    expect(readVitestOutcome(report(clean), 1)).toMatchObject({ passed: 1, failures: [expect.any(String)] })
  })

  test('ran nothing, or skipped everything', () => {
    expect(readPlaywrightReport(report({ suites: [] }), 0).failures).toEqual([
      'playwright ran no test and exited with code 0',
    ])
    expect(readVitestOutcome(report({ ...outcome, passed: 0, skipped: 1 }), 0).failures).toHaveLength(1)
  })

  test('and none when all is well', () => {
    expect(readVitestOutcome(report(clean), 0)).toEqual({ passed: 1, failures: [], skipped: 0 })
  })
})
