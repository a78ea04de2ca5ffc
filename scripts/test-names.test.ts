import { expect, test } from 'vitest'
import { testNames } from './test-names.ts'

test('names carry the titles of their describes, templates included', () => {
  const source = `
    describe('outer', () => {
      it('plain', () => {})
      test.each([1, 2])('row %s', () => {})
      test(\`a \${b} c\`, { timeout: 5 }, () => {})
      test.describe('inner', () => { test.only('deep', async ({ page }) => { await test.step('no', f) }) })
    })`
  const expected = ['outer › plain', 'outer › row %s', 'outer › a … c', 'outer › inner › deep']
  expect(testNames(source)).toEqual(expected)
})

test('a test that does not run proves nothing', () => {
  const source = `
    test.skip('a', () => {}); it.todo('b'); test.fixme('c', () => {}); test('d')
    describe.skip('e', () => { test('f', () => {}) })`
  expect(testNames(source)).toEqual([])
})

test('the ids of a table are filled in, its other cells are not', () => {
  const source = `
    const rows: [string, number][] = [['X1', 5], ['X2 X3', 6], ['X1', 7]]
    test.each(rows)('%s: at %i', () => {})
    test.each([{ id: 'X4', text: 'y' }] as const)('$id $text', () => {})`
  expect(testNames(source)).toEqual(['X1: at %i', 'X2 X3: at %i', 'X4 $text'])
})

test('the ids of a loop are filled in', () => {
  const source = `
    const rows = [['some', 'X1'], ['words', 'X2']]
    for (const [what, rule] of rows) test(\`\${rule}: \${what}\`, () => {})
    for (const { id: rule } of [{ id: 'X3' }]) describe(\`\${rule}\`, () => { test('a', () => {}) })
    for (const id of ['X4']) test(\`\${id}\`, () => {})`
  expect(testNames(source)).toEqual(['X1: …', 'X2: …', 'X3 › a', 'X4'])
})
