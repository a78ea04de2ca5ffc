import { copyFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { compress } from './server/pages/precompressed.ts'
import { loadCatalogue } from './server/plans/load-catalogue.ts'
import { sourcePath } from './web/pages/define-page.ts'
import { allPages } from './web/pages/manifest.tsx'

/** Loaded once somebody is known to be signed in, and where there is an analytics tool. */
const isForAll = (id: string) => !/\/(keep-session|session-refresh|load-analytics)\.ts$/.test(id)

/** Beside each script, so that a start of the server need not do it (server/pages/client-build.ts). */
const compressScripts: Plugin = {
  name: 'compress-scripts',
  writeBundle({ dir = '' }, files) {
    for (const name of Object.keys(files).filter((file) => file.endsWith('.js'))) {
      const { br, gzip } = compress(readFileSync(join(dir, name)))
      writeFileSync(join(dir, `${name}.br`), br)
      writeFileSync(join(dir, `${name}.gz`), gzip)
    }
  },
}

/** What the server runs; `npm run build` adds the operator's commands. */
export const serverEntries = {
  main: 'server/main.ts',
  'share-image-process': 'server/share-image/share-image-process.ts',
}

const { resolve } = createRequire(import.meta.url)
const pgliteFolder = dirname(resolve('@electric-sql/pglite'))

/** For server/share-image/share-image-process.ts. */
const shareImageFiles = {
  'resvg.wasm': resolve('@resvg/resvg-wasm/index_bg.wasm'),
  'inter-regular.ttf': resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  'inter-bold.ttf': resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
}

/** So that dist/ has all that the server reads, beside the bundle as beside the sources of ours and of PGlite. */
const copyServerFiles: Plugin = {
  name: 'copy-server-files',
  writeBundle({ dir = '' }, files) {
    const isEntry = (file: (typeof files)[string]) =>
      'facadeModuleId' in file && file.facadeModuleId?.endsWith('server/main.ts')
    if (!Object.values(files).some(isEntry)) return
    cpSync('server/db/migrations', join(dir, 'migrations'), { recursive: true })
    for (const name of ['pricing.config.json', ...brandFiles()]) copyFileSync(name, join(dir, '..', name))
    // Where an operator looks for it; the files that it reads are beside the other one.
    writeFileSync(join(dir, '../cli.js'), "import './server/cli.js'\n")
    // Without ours beside it, Node would have to find out.
    writeFileSync(join(dir, '../package.json'), '{ "type": "module" }\n')
    for (const name of ['pglite.wasm', 'pglite.data', 'initdb.wasm'])
      copyFileSync(join(pgliteFolder, name), join(dir, name))
    for (const [name, source] of Object.entries(shareImageFiles)) copyFileSync(source, join(dir, name))
  },
}

/** Beside the catalogue. A mistake in it is for the start to report. */
function brandFiles(): string[] {
  try {
    const { logo, logoDark, favicon, font } = loadCatalogue('pricing.config.json').brand ?? {}
    return [logo, logoDark, favicon, font].filter((name) => name !== undefined).filter(existsSync)
  } catch {
    return []
  }
}

/** Scripts, and styles, which no script imports: they are inlined (server/pages/document.ts), and only there. */
const pageSources = allPages.flatMap(({ entry, styles }) => [
  [styles, sourcePath(styles)],
  ...(entry ? [[dirname(entry), sourcePath(entry)]] : []),
])

// Two builds from one file: `vite build` for the browser, `vite build --ssr` for the server (scripts/build.ts).
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  plugins: isSsrBuild ? [copyServerFiles] : [compressScripts],
  // React is built for production whatever NODE_ENV the operator's shell has, and so it is part of the server's build too.
  define: { 'process.env.NODE_ENV': '"production"' },
  // All of it is in the bundle: reading 1,000 files is most of a start, and dist/ runs without node_modules.
  ssr: { noExternal: true },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        rolldownOptions: {
          // PGlite has some, in functions that are not called.
          checks: { eval: false },
          output: {
            chunkFileNames: '[name].js',
            // Less to compile at a start; names stay, for the stacks in the log.
            minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
          },
        },
      }
    : {
        rolldownOptions: {
          input: Object.fromEntries(pageSources),
          // The paths of the API are no part of what pages share: each page has its own in place.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          // One request for all that pages share, whichever of them come first.
          output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2, test: isForAll }] } },
        },
        outDir: 'dist/client',
        target: 'es2022',
        manifest: 'manifest.json',
        modulePreload: false,
      },
}))
