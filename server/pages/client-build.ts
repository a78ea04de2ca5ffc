import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../core/messages/languages.ts'
import { type PageFiles, sourcePath } from '../../web/pages/define-page.ts'
import { ConfigurationError } from '../configuration-error.ts'
import { type Precompressed, readyForAll } from './precompressed.ts'

interface PageBuild {
  /** All styles of the page, to be inlined. */
  css: string
  /** The page's script, after all that it imports; none on a page without one. */
  scriptPaths: string[]
}

/** What the browser build left behind, read once. */
export interface ClientBuild {
  findPage(page: Pick<PageFiles, 'entry' | 'styles'>, language: Language): PageBuild
  assets: ReadonlyMap<string, Precompressed>
}

interface ManifestChunk {
  file: string
  imports?: string[]
}
type Manifest = Record<string, ManifestChunk>

const contentTypes: Record<string, string> = { js: 'text/javascript; charset=utf-8' }

/** Of the languages that are on: the others take neither time nor memory. */
export function readClientBuild(folder: string, languages: readonly Language[]): ClientBuild {
  const builds = new Map(languages.map((language) => [language, readLanguage(join(folder, language))]))
  return {
    findPage(page, language) {
      const build = builds.get(language)
      if (!build) throw new Error(`The browser build of "${language}" was not read.`)
      return build.findPage(page)
    },
    assets: new Map([...builds.values()].flatMap(({ assets }) => assets)),
  }
}

function readLanguage(folder: string) {
  const manifestFile = join(folder, 'manifest.json')
  if (!existsSync(manifestFile)) {
    throw new ConfigurationError(
      `The browser build is missing from ${folder}. Run \`npm run build:all\`, and copy the whole of dist/.`,
    )
  }
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest

  const assets: [path: string, content: Precompressed][] = []
  for (const name of readdirSync(join(folder, 'assets'))) {
    const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)]
    if (!contentType) continue
    const headers = {
      'content-type': contentType,
      // The name carries a hash of the content: it never changes.
      'cache-control': 'public, max-age=31536000, immutable',
    }
    const read = (ending: string) => readFileSync(join(folder, 'assets', name + ending))
    assets.push([
      `/assets/${name}`,
      readyForAll({ identity: read(''), br: read('.br'), gzip: read('.gz') }, headers),
    ])
  }
  return {
    findPage: ({ entry, styles }: Pick<PageFiles, 'entry' | 'styles'>): PageBuild => ({
      css: readFileSync(join(folder, chunkOf(manifest, sourcePath(styles)).file), 'utf8').trim(),
      scriptPaths: entry ? withImports(manifest, sourcePath(entry)).map((file) => `/${file}`) : [],
    }),
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
