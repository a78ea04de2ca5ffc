import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { link?: boolean }>
}
/** Our own packages are links. Nobody has published them, so anybody could take their names. */
const known = new Set([
  'node',
  ...Object.entries(lock.packages).flatMap(([path, { link }]) =>
    link ? [] : (path.split('node_modules/')[1] ?? []),
  ),
])

const command =
  /\b(npx|bunx|pnpm dlx|yarn dlx|npm exec|npm (?:install|i|add)|pnpm add|yarn add)((?: +[^\s`'"&|;#)]+)+)/g
const isPath = (word: string) => /^[./]|\.tgz$/.test(word)
const nameOf = (word: string) => word.replace(/(?<=.)@[^@/]*$/, '')

/** The packages that somebody who types the command would get from a registry. */
function packagesIn(text: string): string[] {
  return [...text.matchAll(command)].flatMap(([, program = '', rest = '']) => {
    const words = rest.trim().split(/ +/)
    const isInstall = /install| i$| add$/.test(program)
    const named = words.flatMap((word, index) => {
      if (word.startsWith('--package=')) return [word.slice('--package='.length)]
      return ['-p', '--package'].includes(words[index - 1] ?? '') ? [word] : []
    })
    const plain = words.filter((word, index) => !word.startsWith('-') && words[index - 1] !== '-p')
    return [...named, ...(isInstall ? plain : named.length > 0 ? [] : plain.slice(0, 1))]
      .filter((word) => !isPath(word))
      .map(nameOf)
  })
}

const strangers = (text: string) => packagesIn(text).filter((name) => !known.has(name))

test('F81: a command with a name that nobody owns is found', () => {
  expect(strangers('npx fairseat-verify https://shop.example')).toEqual(['fairseat-verify'])
  expect(strangers('npx --yes --package=@fairseat/client fairseat-verify x')).toEqual(['@fairseat/client'])
  expect(strangers('npm install -D @fairseat/client hono')).toEqual(['@fairseat/client'])
  expect(strangers('`npm i stripe-emulator`')).toEqual(['stripe-emulator'])
  expect(strangers('npm install ../fairseat/fairseat-client-0.1.0.tgz hono && npx vitest run')).toEqual([])
  expect(strangers('npm install && npm start')).toEqual([])
})

test('F81: no tracked file names a package in a command that neither we depend on nor everybody knows', () => {
  const files = execFileSync('git', ['grep', '-lIE', 'npx|bunx|dlx|npm (exec|install|i|add)|(pnpm|yarn) add'])
    .toString()
    .trim()
    .split('\n')
    .filter((file) => file !== 'scripts/printed-commands.test.ts')
  expect(files).toContain('CONTRIBUTING.md')
  const found = files.flatMap((file) =>
    strangers(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
