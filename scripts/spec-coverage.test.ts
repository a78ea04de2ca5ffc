import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectTests, coverage, updateCoverage } from './spec-coverage.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fairseat-coverage-'))
  mkdirSync(join(root, 'docs'))
  mkdirSync(join(root, 'core/plans'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, text: string) => writeFileSync(join(root, file), text)
const RULES = [
  { id: 'X1', rule: 'the first' },
  { id: 'X12', rule: 'the twelfth' },
]

test('an id counts as a whole word only', () => {
  const { missing, markdown } = coverage(RULES, [{ file: 'a.test.ts', name: 'X12: holds' }])
  expect(missing).toEqual(['X1'])
  expect(markdown).toContain('| X1 | the first | **missing** |')
  expect(markdown).toContain('| X12 | the twelfth | `a.test.ts` X12: holds |')
})

test('only test files are read', () => {
  write('core/plans/a.test.tsx', `test('one', () => {})`)
  write('core/plans/a.ts', `test('two', () => {})`)
  expect(collectTests(root)).toEqual([{ file: 'core/plans/a.test.tsx', name: 'one' }])
})

test('the check fails on a stale file and on a missing test, and passes once both are mended', () => {
  write('docs/spec-rules.json', JSON.stringify(RULES))
  expect(updateCoverage(root, { check: true })).toHaveLength(2)
  write('core/plans/a.test.ts', `test('X1 and X12 hold', () => {})`)
  expect(updateCoverage(root, { check: true })).toEqual([expect.stringContaining('out of date')])
  expect(updateCoverage(root, { check: false })).toEqual([])
  expect(updateCoverage(root, { check: true })).toEqual([])
})
