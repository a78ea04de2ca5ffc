import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listDependencies } from './list-dependencies.ts'

/** They ask for nothing, or for nothing but their own text to be kept. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
])

/** What asks for more, agreed to for one package each; docs/dependencies.md says why. */
const allowedFor = new Map([['@resvg/resvg-wasm', 'MPL-2.0']])

/**
 * One sentence for each package whose licence we have not agreed to, for each version that could move by itself, and for
 * each package that the page about them leaves out.
 */
export function findProblems(root: string, page: string): string[] {
  const strange = listDependencies(root)
    .filter(({ name, licence }) => !allowed.has(licence) && allowedFor.get(name) !== licence)
    .map(({ name, version, licence }) => `${name} ${version} has the licence ${licence}.`)
  const { dependencies, devDependencies, overrides } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string> | undefined>
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...overrides })
    .filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+$/.test(version))
    .map(([name, version]) => `${name} is ${version} in package.json, which is no exact version.`)
  const unexplained = Object.keys({ ...dependencies, ...devDependencies, ...overrides })
    // Our own packages.
    .filter((name) => !name.startsWith('@fairseat/'))
    .filter((name) => !page.includes(`\`${name}\``))
    .map((name) => `${name} is not in docs/dependencies.md.`)
  return [...strange, ...loose, ...unexplained]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findProblems(resolve('.'), readFileSync('docs/dependencies.md', 'utf8'))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
