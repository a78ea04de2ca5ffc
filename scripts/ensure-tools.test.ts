import { afterEach, expect, test, vi } from 'vitest'
import { ensureTools, type Tool } from './ensure-tools.ts'

afterEach(() => vi.restoreAllMocks())

function start(mayInstall: boolean, more: Partial<Tool> = {}) {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => said.push(line))
  const installed = new Set<string>()
  const tool = (name: string, isThere: boolean): Tool => ({
    name,
    packages: [`${name}-package`],
    neededFor: `the ${name} tests`,
    isInstalled: () => isThere || installed.has(`${name}-package`),
    ...more,
  })
  const missing = ensureTools([tool('present', true), tool('absent', false)], mayInstall, (packages) => {
    said.push('installs')
    for (const name of packages) installed.add(name)
  })
  return { said, missing, installed: [...installed] }
}

test('what is missing is named with its reason before it is installed, and only that', () => {
  expect(start(true)).toEqual({
    said: [
      'absent is missing, which the absent tests need: installing absent-package with apt-get.',
      'installs',
    ],
    missing: [],
    installed: ['absent-package'],
  })
})

test('where nothing may be installed, it says what is missing and what is skipped for it', () => {
  expect(start(false)).toEqual({
    said: [
      'absent is missing, so the absent tests are skipped. Debian, Ubuntu: apt-get install absent-package',
    ],
    missing: ['absent'],
    installed: [],
  })
})

test('where another program does instead, it says so', () => {
  expect(start(false, { isInstalled: () => false, withoutIt: 'take longer' }).said).toContain(
    'absent is missing, so the absent tests take longer. Debian, Ubuntu: apt-get install absent-package',
  )
})
