import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What tests start as processes of their own, by the names of the bundles. */
const programs = {
  database: 'tests/support/database/database-child.ts',
  move: 'tests/support/database/move-child.ts',
  visitor: 'tests/support/app/visitor-child.ts',
}

export type ChildProgram = keyof typeof programs

/** The sources look for files beside them, and the bundle lies elsewhere. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
}

/** Once per run: a process that loads the sources with tsx takes a second and a half more than one that loads a bundle. */
export async function buildChildren(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [keepAddresses],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      rolldownOptions: {
        input: programs,
        // PGlite has some, in functions that are not called.
        checks: { eval: false },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  })
}
