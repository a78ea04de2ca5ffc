import { cpSync, rmSync } from 'node:fs'
import { type BuildOptions, build, mergeConfig } from 'vite'
import type { Language } from '../core/messages/languages.ts'
import config, { serverEntries } from '../vite.config.ts'
import { buildCompiledCode } from './build-compiled-code.ts'
import { buildImage } from './build-image.ts'
import { writeMessages } from './messages/write-messages.ts'

/** The browser's part, the server, the emulator and the image of an empty database, into dist/. */
export async function buildDist(languages: readonly Language[]): Promise<void> {
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
  await buildCompiledCode('dist')
}

/** Each time with the configuration that was loaded once: Vite by itself would bundle it again for each. */
function buildPart(mode: string, options: BuildOptions = {}) {
  const settings = config({ command: 'build', mode, isSsrBuild: Boolean(options.ssr) })
  return build({ ...mergeConfig(settings, { build: options }), configFile: false, logLevel: 'warn', mode })
}
