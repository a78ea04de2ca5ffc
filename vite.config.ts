import { copyFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { allLanguages, isLanguage, type Language } from './core/messages/languages.ts'
import { writeMessages } from './scripts/messages/write-messages.ts'
import { compress } from './server/pages/precompressed.ts'
import { loadCatalogue } from './server/plans/load-catalogue.ts'
import { sourcePath } from './web/pages/define-page.ts'
import { allPages } from './web/pages/manifest.tsx'

/** Where /pricing, which most visitors see alone, does without. */
const isForMembers = (id: string) =>
  [
    /\/(proof\/choice-(form|store)|ui\/field|billing\/(payment-history|guarantee-store)|pages\/keep-query)\.tsx?$/,
    /\/identity\/(sign-in-params|sign-in-paths|code|code-field|resend-button|resend-wait|safe-next)\.tsx?$/,
    /\/(identity\/(mailed-code-form|mailed-code-store|proof-step)|core\/local-path)\.tsx?$/,
    /\0message\/(proof[A-Z]\w*|codeLasts|sendingCode|sendMeACode|withdrawing|purchaseChoice|openProduct|sendNewCodeIn|paidOn|seatIsYours|unusedRefunded|(ended|refunded|disputed|oversold)On)\.ts$/,
  ].some((pattern) => pattern.test(id))

/** What verifies the seat log, and a seat in it. */
const isForSeatLog = (id: string) =>
  [
    /\/packages\/client\/src\/seat-log\//,
    /\/web\/seats\/(browser-log|create-pause|seat-log-check|seat-log-memory)\.ts$/,
    /\0message\/log[A-Z]\w*\.ts$/,
  ].some((pattern) => pattern.test(id))

/** Loaded once somebody is known to be signed in, and where there is an analytics tool. */
const isForAll = (id: string) =>
  !isForMembers(id) && !isForSeatLog(id) && !/\/(keep-session|session-refresh|load-analytics)\.ts$/.test(id)

/** Beside each script, so that a start of the server need not do it (server/pages/client-build.ts). */
const compressScripts: Plugin = {
  name: 'compress-scripts',
  async writeBundle({ dir = '' }, files) {
    const scripts = Object.keys(files).filter((file) => file.endsWith('.js'))
    await Promise.all(
      scripts.map(async (name) => {
        const { br, gzip } = await compress(readFileSync(join(dir, name)))
        writeFileSync(join(dir, `${name}.br`), br)
        writeFileSync(join(dir, `${name}.gz`), gzip)
      }),
    )
  },
}

/** What the server runs; `npm run build` adds the operator's commands. */
export const serverEntries = {
  main: 'server/main.ts',
  'keep-compiled-code': 'server/keep-compiled-code.ts',
  'share-image-process': 'server/share-image/share-image-process.ts',
}

/** The message files become modules before anything is built; what is wrong in them fails the build. */
const generateMessages: Plugin = {
  name: 'generate-messages',
  buildStart() {
    writeMessages()
    for (const language of allLanguages) this.addWatchFile(resolve(`messages/${language}.json`))
  },
}

/**
 * A page's script has the messages of one language, and only those that it uses: each is a module of its own, so that one
 * that a single page uses is no part of what all pages share.
 */
function messagesOf(language: Language): Plugin {
  const generated = resolve(`core/messages/generated/${language}.ts`)
  const [all, one] = ['\0messages.ts', '\0message/']
  let imports: string[] = []
  const messages = new Map<string, string>()
  return {
    name: 'messages-of-one-language',
    enforce: 'pre',
    buildStart() {
      // A test builds the pages with messages of its own (tests/e2e/pseudo-language.ts).
      const lines = readFileSync(process.env.MESSAGES_FILE ?? generated, 'utf8').split('\n')
      imports = lines.filter((line) => /^import |^export const language /.test(line))
      messages.clear()
      for (const line of lines) {
        const [, name] = /^export const (\w+)/.exec(line) ?? []
        if (name) messages.set(name, line)
      }
    },
    resolveId: {
      filter: { id: /^\0message\/|\/(messages|format)\.ts$/ },
      handler(source, importer = '') {
        if (source.startsWith(one)) return { id: source, moduleSideEffects: false }
        // Of a module of ours above, whose imports are those of the generated one.
        if (importer.startsWith(one)) return resolve(dirname(generated), source)
        const isMessages = resolve(dirname(importer), source) === resolve('core/messages/messages.ts')
        return isMessages ? { id: all, moduleSideEffects: false } : null
      },
    },
    load: {
      filter: { id: /^\0messages?(\/|\.ts)/ },
      handler(id) {
        if (id === all)
          return [...messages.keys()].map((name) => `export { ${name} } from '${one}${name}.ts'`).join('\n')
        const own = messages.get(id.slice(one.length, -'.ts'.length)) ?? ''
        return [...new Set([...imports, own])].join('\n')
      },
    },
  }
}

const require = createRequire(import.meta.url)
const pgliteFolder = dirname(require.resolve('@electric-sql/pglite'))

/** For server/share-image/share-image-process.ts. */
const shareImageFiles = {
  'resvg.wasm': require.resolve('@resvg/resvg-wasm/index_bg.wasm'),
  'inter-regular.ttf': require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  'inter-bold.ttf': require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
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
    writeFileSync(join(dir, 'package.json'), '{ "type": "commonjs" }\n')
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

const languageOf = (mode: string): Language => (isLanguage(mode) ? mode : 'en')

// Builds from one file: for the browser one in each language, which is the mode, and with `ssr` for the server (scripts/build.ts).
export default defineConfig(({ isSsrBuild, mode }) => ({
  appType: 'custom',
  publicDir: false,
  plugins: [
    generateMessages,
    ...(isSsrBuild ? [copyServerFiles] : [compressScripts, messagesOf(languageOf(mode))]),
  ],
  // React is built for production whatever NODE_ENV the operator's shell has, and so it is part of the server's build too.
  define: {
    'process.env.NODE_ENV': '"production"',
    ...(!isSsrBuild && { 'globalThis.isBrowserBuild': 'true' }),
  },
  // Features.LightDark: variables in each page for light-dark(), which no style uses.
  css: { lightningcss: { exclude: 1 << 20 } },
  // All of it is in the bundle: reading 1,000 files is most of a start, and dist/ runs without node_modules.
  ssr: { noExternal: true },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        rolldownOptions: {
          // PGlite has some, in functions that are not called.
          checks: { eval: false, bundlerTimings: false, ineffectiveDynamicImport: false },
          output: {
            // What Node 20 can load as it was compiled (server/compiled-code.ts).
            ...(mode === 'server' && {
              format: 'cjs',
              dynamicImportInCjs: false,
              entryFileNames: '[name].js',
            }),
            chunkFileNames: '[name].js',
            // Less to compile at a start; names stay, for the stacks in the log.
            minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
          },
        },
      }
    : {
        rolldownOptions: {
          input: Object.fromEntries(pageSources),
          // Compressing is most of it, and known.
          checks: { bundlerTimings: false },
          // The paths of the API are no part of what pages share: each page has its own in place.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: {
            codeSplitting: {
              groups: [
                // One request for all that pages share, whichever of them come first.
                { name: 'shared', minShareCount: 2, test: isForAll, priority: 1 },
                // And one for what only the pages around an account share.
                { name: 'members', minShareCount: 2, test: isForMembers },
                { name: 'seat-log', minShareCount: 2, test: isForSeatLog },
              ],
            },
          },
        },
        outDir: `dist/client/${languageOf(mode)}`,
        target: 'es2022',
        manifest: 'manifest.json',
        modulePreload: false,
      },
}))
