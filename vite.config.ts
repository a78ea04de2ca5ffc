import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { compress } from './server/http/negotiated.ts'

/** Loaded once somebody is known to be signed in. */
const isForAll = (id: string) => !/\/(keep-session|session-refresh)\.ts$/.test(id)

/** Beside each script, so that a start of the server need not do it (server/http/client-build.ts). */
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

/** Each looks for files or packages of its own at run time. All else is in the bundle: reading 1,000 files is most of a start. */
const notBundled = ['@electric-sql/pglite', 'pg', 'pino']

/** So that dist/ has all that the server reads. */
const copyMigrations: Plugin = {
  name: 'copy-migrations',
  writeBundle({ dir = '' }, files) {
    if (
      !Object.values(files).some(
        (file) => 'facadeModuleId' in file && file.facadeModuleId?.endsWith('server/main.ts'),
      )
    )
      return
    cpSync('server/db/migrations', join(dir, 'migrations'), { recursive: true })
  },
}

// Two builds from one file: `vite build` for the browser, `vite build --ssr` for the server (scripts/build.ts).
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  plugins: isSsrBuild ? [copyMigrations] : [compressScripts],
  // React is built for production whatever NODE_ENV the operator's shell has, and so it is part of the server's build too.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, external: [...notBundled] },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        rolldownOptions: { output: { chunkFileNames: '[name].js' } },
      }
    : {
        rolldownOptions: {
          input: {
            pricing: 'web/hydrate-pricing.tsx',
            'sign-in': 'web/hydrate-sign-in.tsx',
            account: 'web/hydrate-account.tsx',
            welcome: 'web/hydrate-welcome.tsx',
            // Not imported by scripts: they are inlined (server/http/document.ts), and only there.
            'pricing-page': 'web/pages/pricing-page.css',
            'identity-pages': 'web/pages/identity-pages.css',
          },
          // One request for all that pages share, whichever of them come first.
          output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2, test: isForAll }] } },
        },
        outDir: 'dist/client',
        target: 'es2022',
        manifest: 'manifest.json',
        modulePreload: false,
      },
}))
