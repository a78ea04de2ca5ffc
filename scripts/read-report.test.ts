import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './read-report.ts'

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

function vitestFile(status: string, ...tests: string[]) {
  return {
    name: 'a.test.ts',
    status,
    assertionResults: tests.map((s, i) => ({ fullName: `t${i}`, status: s })),
  }
}

describe('a vitest report', () => {
  test('is counted by test', () => {
    const file = report({ testResults: [vitestFile('failed', 'passed', 'failed', 'pending', 'todo')] })
    expect(readVitestReport(file, 1)).toEqual({ passed: 1, failures: ['a.test.ts: t1'], skipped: 2 })
  })

  test('says why a test or a file failed, in one line', () => {
    const failed = { fullName: 't', status: 'failed', failureMessages: ['Error: no\n  at here'] }
    const files = [
      { ...vitestFile('failed'), assertionResults: [failed] },
      { ...vitestFile('failed'), message: 'gone' },
    ]
    expect(readVitestReport(report({ testResults: files }), 1).failures).toEqual([
      'a.test.ts: t (Error: no)',
      'a.test.ts: the file itself failed (gone)',
    ])
  })

  test('with a file that could not be loaded counts one failure', () => {
    const file = report({ testResults: [vitestFile('failed'), vitestFile('passed', 'passed')] })
    const outcome = { passed: 1, failures: ['a.test.ts: the file itself failed'], skipped: 0 }
    expect(readVitestReport(file, 1)).toEqual(outcome)
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

  test('says why a test failed, in one line and without colours', () => {
    const results = [{ error: { message: '\u001b[31mno\u001b[39m\n  at here' } }]
    const specs = [{ title: 'a', tests: [{ status: 'unexpected', results }] }]
    const file = report({ suites: [{ title: 'x.spec.ts', specs }] })
    expect(readPlaywrightReport(file, 1).failures).toEqual(['x.spec.ts › a (no)'])
  })
})

describe('a runner counts one failure when it', () => {
  const clean = { testResults: [vitestFile('passed', 'passed')] }

  test('left no report', () => {
    expect(readVitestReport(join(folder, 'absent.json'), 1).failures).toHaveLength(1)
  })

  test('left half a report', () => {
    expect(readVitestReport(report('{"testResults": ['), null).failures).toHaveLength(1)
  })

  test('exits with an error although no test failed', () => {
    expect(readVitestReport(report(clean), 1)).toMatchObject({ passed: 1, failures: [expect.any(String)] })
  })

  test('ran nothing, or skipped everything', () => {
    expect(readPlaywrightReport(report({ suites: [] }), 0).failures).toEqual([
      'playwright ran no test and exited with code 0',
    ])
    expect(
      readVitestReport(report({ testResults: [vitestFile('passed', 'pending')] }), 0).failures,
    ).toHaveLength(1)
  })

  test('and none when all is well', () => {
    expect(readVitestReport(report(clean), 0)).toEqual({ passed: 1, failures: [], skipped: 0 })
  })
})
