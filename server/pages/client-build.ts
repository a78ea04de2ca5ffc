import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../configuration-error.ts'
import { type Precompressed, readyForAll } from './precompressed.ts'

const entries = {
  pricing: { script: 'web/hydrate-pricing.tsx', styles: 'web/pages/pricing-page.css' },
  signIn: { script: 'web/hydrate-sign-in.tsx', styles: 'web/pages/identity-pages.css' },
  account: { script: 'web/hydrate-account.tsx', styles: 'web/pages/identity-pages.css' },
  welcome: { script: 'web/hydrate-welcome.tsx', styles: 'web/pages/identity-pages.css' },
} as const

type PageName = keyof typeof entries

export interface PageBuild {
  /** All styles of the page, to be inlined. */
  css: string
  /** The page's script, after all that it imports. */
  scriptPaths: string[]
}

/** What the browser build left behind, read once. */
export interface ClientBuild {
  pages: Record<PageName, PageBuild>
  assets: ReadonlyMap<string, Precompressed>
}

interface ManifestChunk {
  file: string
  imports?: string[]
}
type Manifest = Record<string, ManifestChunk>

const contentTypes: Record<string, string> = { js: 'text/javascript; charset=utf-8' }

export function readClientBuild(folder: string): ClientBuild {
  const manifestFile = join(folder, 'manifest.json')
  if (!existsSync(manifestFile)) {
    throw new ConfigurationError(
      `The browser build is missing from ${folder}. Run \`npm run build\`, and copy the whole of dist/.`,
    )
  }
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const readPage = (name: PageName): PageBuild => {
    const { script, styles } = entries[name]
    return {
      css: readFileSync(join(folder, chunkOf(manifest, styles).file), 'utf8').trim(),
      scriptPaths: withImports(manifest, script).map((file) => `/${file}`),
    }
  }

  const assets = new Map<string, Precompressed>()
  for (const name of readdirSync(join(folder, 'assets'))) {
    const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)]
    if (!contentType) continue
    const headers = {
      'content-type': contentType,
      // The name carries a hash of the content: it never changes.
      'cache-control': 'public, max-age=31536000, immutable',
    }
    const read = (ending: string) => readFileSync(join(folder, 'assets', name + ending))
    assets.set(
      `/assets/${name}`,
      readyForAll({ identity: read(''), br: read('.br'), gzip: read('.gz') }, headers),
    )
  }
  return {
    pages: {
      pricing: readPage('pricing'),
      signIn: readPage('signIn'),
      account: readPage('account'),
      welcome: readPage('welcome'),
    },
    assets,
  }
}

function chunkOf(manifest: Manifest, key: string): ManifestChunk {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The browser build has no ${key}; run \`npm run build\`.`)
  return chunk
}

/** The files of all that a chunk imports statically and then its own, each once. */
function withImports(manifest: Manifest, key: string, files = new Set<string>()): string[] {
  const { file, imports = [] } = chunkOf(manifest, key)
  for (const imported of imports) withImports(manifest, imported, files)
  files.add(file)
  return [...files]
}
