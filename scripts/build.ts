import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { allLanguages } from '../core/messages/languages.ts'
import { serverEntries } from '../vite.config.ts'
import { buildImage } from './build-image.ts'
import { listedLanguages } from './listed-languages.ts'
import { writeMessages } from './messages/write-messages.ts'

// Builds the browser's part, the server, the emulator and the image of an empty database into dist/. With --if-needed only
// when a source is newer than the last. The browser's part in the languages of the catalogue, which is a second or two for
// each; with --all-languages in all of them, for a dist/ that is given another catalogue later.

const stamp = 'dist/built'
const sources = [
  'core',
  'server',
  'packages/stripe-emulator',
  'web',
  'messages',
  'pricing.config.json',
  'vite.config.ts',
  'package-lock.json',
]

const languages = process.argv.includes('--all-languages') ? allLanguages : listedLanguages()

if (!process.argv.includes('--if-needed') || isStale()) {
  console.log('Building…')
  // Modules first: the configuration of the builds imports them.
  writeMessages()
  rmSync('dist/client', { recursive: true, force: true })
  await Promise.all(languages.map((mode) => build({ logLevel: 'warn', mode })))
  await build({
    logLevel: 'warn',
    build: { ssr: true, rolldownOptions: { input: { ...serverEntries, cli: 'server/cli.ts' } } },
  })
  const emulator = 'packages/stripe-emulator'
  await build({ logLevel: 'warn', build: { ssr: `${emulator}/src/main.ts`, outDir: `${emulator}/dist` } })
  cpSync(`${emulator}/dist`, 'dist/emulator', { recursive: true })
  await buildImage('dist')
  writeFileSync(stamp, '')
}

function isStale(): boolean {
  if (!existsSync(stamp) || languages.some((language) => !existsSync(`dist/client/${language}`))) return true
  const builtAt = statSync(stamp).mtimeMs
  return sources.some((source) => newestChange(source) > builtAt)
}

/** The folder's own time counts too: it changes when a file in it is removed. */
function newestChange(path: string): number {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))))
}
