import { expect, test } from 'vitest'
import { findLockProblems } from './check-lock.ts'

const bundler = { optionalDependencies: { '@bundler/linux': '1.0.0', '@bundler/darwin': '1.0.0' } }

test('an optional package of a platform that is not locked is named', () => {
  const packages = { '': {}, 'node_modules/bundler': bundler, 'node_modules/@bundler/linux': {} }
  expect(findLockProblems({ packages })).toEqual([
    'node_modules/bundler needs @bundler/darwin on some platform, which is not locked.',
  ])
})

test('an optional package is found beside its parent, inside it, and in each folder between', () => {
  const packages = {
    '': {},
    'node_modules/tool': {},
    'node_modules/tool/node_modules/@scope/bundler': bundler,
    'node_modules/tool/node_modules/@bundler/linux': {},
    'node_modules/@bundler/darwin': {},
  }
  expect(findLockProblems({ packages })).toEqual([])
})

test('an optional package that only another package has inside itself is missing', () => {
  const packages = {
    'node_modules/bundler': { optionalDependencies: { '@bundler/linux': '1.0.0' } },
    'node_modules/other/node_modules/@bundler/linux': {},
  }
  expect(findLockProblems({ packages })).toHaveLength(1)
})

test('a package that is tied to one registry is named', () => {
  const packages = { 'node_modules/a': { resolved: 'https://registry.example/a.tgz' }, 'node_modules/b': {} }
  expect(findLockProblems({ packages })).toEqual([
    'node_modules/a is tied to the address https://registry.example/a.tgz.',
  ])
})
