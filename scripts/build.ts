import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, mergeConfig } from 'vite'
import { allLanguages } from '../core/messages/languages.ts'
import config, { serverEntries } from '../vite.config.ts'
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
  const emulator = 'packages/stripe-emulator'
  // Side by side: while the scripts of one are compressed, another is bundled.
  await Promise.all([
    ...languages.map((language) => buildPart(language)),
    buildPart('server', {
      ssr: true,
      rolldownOptions: { input: { ...serverEntries, cli: 'server/cli.ts' } },
    }),
    buildPart('emulator', { ssr: `${emulator}/src/main.ts`, outDir: `${emulator}/dist` }),
  ])
  cpSync(`${emulator}/dist`, 'dist/emulator', { recursive: true })
  await buildImage('dist')
  writeFileSync(stamp, '')
}

/** Each time with the configuration that was loaded once: Vite by itself would bundle it again for each. */
function buildPart(mode: string, options: BuildOptions = {}) {
  const settings = config({ command: 'build', mode, isSsrBuild: Boolean(options.ssr) })
  return build({ ...mergeConfig(settings, { build: options }), configFile: false, logLevel: 'warn', mode })
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
