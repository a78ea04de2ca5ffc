import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testNames } from './test-names.ts'

interface Rule {
  id: string
  rule: string
}

interface NamedTest {
  file: string
  name: string
}

const FOLDERS = ['core', 'server', 'packages', 'web', 'tests', 'scripts', 'bench', 'examples']
const RULES_FILE = 'docs/spec-rules.json'
const COVERAGE_FILE = 'docs/spec-coverage.md'

export function collectTests(root: string): NamedTest[] {
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
  )
  return files
    .filter((file) => /\.(test\.tsx?|spec\.ts)$/.test(file))
    .sort()
    .flatMap((file) => testNames(readFileSync(join(root, file), 'utf8')).map((name) => ({ file, name })))
}

export function coverage(rules: Rule[], tests: NamedTest[]) {
  const testsOf = (id: string) => tests.filter(({ name }) => new RegExp(`\\b${id}\\b`).test(name))
  const rows = rules.map((rule) => ({ ...rule, tests: testsOf(rule.id) }))
  const missing = rows.filter((row) => row.tests.length === 0).map(({ id }) => id)
  return { missing, markdown: render(rows) }
}

function render(rows: (Rule & { tests: NamedTest[] })[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  return [
    '# Which test proves which rule',
    '',
    'Written by `npm run spec:coverage` from the names of the tests; do not edit.',
    '',
    `${rows.filter((row) => row.tests.length > 0).length} of ${rows.length} rules have a test.`,
    '',
    '| id | Rule | Tests |',
    '|---|---|---|',
    ...rows.map(({ id, rule, tests }) => {
      const names = tests.map(({ file, name }) => `\`${file}\` ${cell(name)}`)
      return `| ${id} | ${cell(rule)} | ${names.join('<br>') || '**missing**'} |`
    }),
    '',
  ].join('\n')
}

/** Returns what is wrong, one sentence each; without `check` it writes the file first. */
export function updateCoverage(root: string, { check }: { check: boolean }): string[] {
  const rules: Rule[] = JSON.parse(readFileSync(join(root, RULES_FILE), 'utf8'))
  const { missing, markdown } = coverage(rules, collectTests(root))
  const file = join(root, COVERAGE_FILE)
  if (!check) writeFileSync(file, markdown)
  const isStale = !existsSync(file) || readFileSync(file, 'utf8') !== markdown
  return [
    ...(isStale ? [`${COVERAGE_FILE} is out of date: run npm run spec:coverage and commit it.`] : []),
    ...(missing.length > 0 ? [`No test names ${missing.join(', ')} of ${RULES_FILE}.`] : []),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const problems = updateCoverage(root, { check: process.argv.includes('--check') })
  for (const sentence of problems) console.error(sentence)
  process.exitCode = problems.length > 0 ? 1 : 0
}
