import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findProblems } from './check-licences.ts'

let root = ''
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

/** A project with these packages; a name may lead through another's node_modules. */
function project(manifests: Record<string, object>): string {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-licences-'))
  for (const [folder, manifest] of Object.entries(manifests)) {
    fs.mkdirSync(path.join(root, folder), { recursive: true })
    fs.writeFileSync(path.join(root, folder, 'package.json'), JSON.stringify(manifest))
  }
  return root
}

test('a licence that nobody agreed to is named, however deep it lies', () => {
  const folder = project({
    '.': { dependencies: { good: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
    'node_modules/good': { version: '1.0.0', license: 'MIT', dependencies: { deep: '^2.0.0' } },
    'node_modules/good/node_modules/deep': {
      version: '2.1.0',
      license: 'GPL-3.0',
      dependencies: { bare: '*' },
    },
    'node_modules/deep': { version: '3.0.0', license: 'MIT' },
    'node_modules/bare': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0' },
  })
  expect(findProblems(folder, '`good` and `tool`')).toEqual([
    'bare 1.0.0 has the licence none.',
    'deep 2.1.0 has the licence GPL-3.0.',
  ])
})

test('a licence agreed to for one package is not agreed to for another, nor another for it', () => {
  const manifest = (license: string) => ({ version: '1.0.0', license })
  const folder = project({
    '.': { dependencies: { '@resvg/resvg-wasm': '1.0.0', other: '1.0.0' } },
    'node_modules/@resvg/resvg-wasm': manifest('MPL-2.0'),
    'node_modules/other': manifest('MPL-2.0'),
  })
  const page = '`@resvg/resvg-wasm` and `other`'
  expect(findProblems(folder, page)).toEqual(['other 1.0.0 has the licence MPL-2.0.'])
  fs.writeFileSync(
    path.join(folder, 'node_modules/@resvg/resvg-wasm/package.json'),
    JSON.stringify(manifest('GPL-3.0')),
  )
  expect(findProblems(folder, page)).toContain('@resvg/resvg-wasm 1.0.0 has the licence GPL-3.0.')
})

test('a version that could move by itself is named', () => {
  const folder = project({
    '.': {
      dependencies: { one: '^1.0.0' },
      devDependencies: {
        two: '2.0.0',
        three: '~3.0.0',
        four: 'latest',
        five: 'npm:two@2.1.0',
        six: 'npm:@of/two@^2.0.0',
      },
    },
    'node_modules/one': { version: '1.0.0', license: 'MIT' },
  })
  expect(findProblems(folder, '`one`, `two`, `three`, `four`, `five` and `six`')).toEqual([
    'one is ^1.0.0 in package.json, which is no exact version.',
    'three is ~3.0.0 in package.json, which is no exact version.',
    'four is latest in package.json, which is no exact version.',
    'six is npm:@of/two@^2.0.0 in package.json, which is no exact version.',
  ])
})

test('what is optional and was made for another machine may be missing, anything else not', () => {
  const optional = project({ '.': { optionalDependencies: { other: '1.0.0' } } })
  expect(findProblems(optional, '')).toEqual([])
  fs.rmSync(optional, { recursive: true })
  expect(() => findProblems(project({ '.': { dependencies: { lost: '1.0.0' } } }), '')).toThrow(
    'lost is not installed',
  )
})

test('a package that the page about them leaves out is named', () => {
  const folder = project({
    '.': { dependencies: { told: '1.0.0' }, devDependencies: { untold: '1.0.0' } },
    'node_modules/told': { version: '1.0.0', license: 'MIT' },
  })
  expect(findProblems(folder, 'about `told`, and something untold')).toEqual([
    'untold is not in docs/dependencies.md.',
  ])
})
