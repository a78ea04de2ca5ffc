import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressForAll, type Negotiated } from './negotiated.ts'

const entries = {
  pricing: 'web/hydrate-pricing.tsx',
  signIn: 'web/hydrate-sign-in.tsx',
  account: 'web/hydrate-account.tsx',
} as const

type PageName = keyof typeof entries

export interface PageBuild {
  /** All styles of the page, to be inlined. */
  css: string
  /** The page's script and all that it imports: asked for together, so that none waits for another. */
  scriptPaths: string[]
}

/** What the browser build left behind, read once. */
export interface ClientBuild {
  pages: Record<PageName, PageBuild>
  assets: ReadonlyMap<string, Negotiated>
}

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

const contentTypes: Record<string, string> = { js: 'text/javascript; charset=utf-8' }

export function readClientBuild(folder: string): ClientBuild {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const readPage = (name: PageName): PageBuild => {
    const chunks = withImports(manifest, entries[name])
    const styles = new Set(chunks.flatMap(({ css = [] }) => css))
    return {
      css: [...styles].map((file) => readFileSync(join(folder, file), 'utf8').trim()).join(''),
      scriptPaths: chunks.map(({ file }) => `/${file}`),
    }
  }

  const assets = new Map<string, Negotiated>()
  for (const name of readdirSync(join(folder, 'assets'))) {
    const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)]
    if (!contentType) continue
    const headers = {
      'content-type': contentType,
      // The name carries a hash of the content: it never changes.
      'cache-control': 'public, max-age=31536000, immutable',
    }
    assets.set(`/assets/${name}`, compressForAll(readFileSync(join(folder, 'assets', name)), headers))
  }
  return {
    pages: { pricing: readPage('pricing'), signIn: readPage('signIn'), account: readPage('account') },
    assets,
  }
}

/** The chunk after all that it imports statically, each once: its styles build on theirs. */
function withImports(
  manifest: Record<string, ManifestChunk>,
  key: string,
  seen = new Set<string>(),
): ManifestChunk[] {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The browser build has no ${key}; run \`npm run build\`.`)
  if (seen.has(key)) return []
  seen.add(key)
  return [...(chunk.imports ?? []).flatMap((imported) => withImports(manifest, imported, seen)), chunk]
}
