import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressForAll, type Negotiated } from './negotiated.ts'

/** What the browser build left behind, read once. */
export interface ClientBuild {
  /** All styles of a page, to be inlined. */
  css: string
  /** The address of the page's script. */
  scriptPath: string
  assets: ReadonlyMap<string, Negotiated>
}

interface ManifestEntry {
  file: string
  css?: string[]
}

const contentTypes: Record<string, string> = { js: 'text/javascript; charset=utf-8' }

export function readClientBuild(folder: string): ClientBuild {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >
  const entry = manifest['web/hydrate-pricing.tsx']
  if (!entry) throw new Error('The browser build has no pricing page; run `npm run build`.')

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
    css: (entry.css ?? []).map((file) => readFileSync(join(folder, file), 'utf8').trim()).join(''),
    scriptPath: `/${entry.file}`,
    assets,
  }
}
