import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allLanguages } from '../core/messages/languages.ts'
import { listedLanguages } from './listed-languages.ts'

// Builds dist/. With --if-needed only when a source is newer than the last. The browser's part in the languages of the
// catalogue, which is a second or two for each (another text or price needs no build); with --all-languages in all of them, for a dist/ that is given another
// catalogue later.

const stamp = 'dist/built'
const sources = [
  'core',
  'server',
  'packages/client/src',
  'packages/stripe-emulator',
  'web',
  'messages',
  'vite.config.ts',
  'package-lock.json',
]

const languages = process.argv.includes('--all-languages') ? allLanguages : listedLanguages()

if (!process.argv.includes('--if-needed') || isStale()) {
  console.log('Building the pages, about half a minute; only after a change of the code…')
  // Not before: loading the bundler takes two seconds, which every start would wait.
  const { buildDist } = await import('./build-dist.ts')
  await buildDist(languages)
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
