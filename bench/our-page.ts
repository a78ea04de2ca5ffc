import type { Language } from '../core/messages/languages.ts'
import type { Catalogue } from '../core/plans/catalogue.ts'
import type { LoadedBrand } from '../server/brand/load-brand.ts'
import { type ClientBuild, readClientBuild } from '../server/pages/client-build.ts'
import { createPages } from '../server/pages/create-pages.ts'
import type { Precompressed } from '../server/pages/precompressed.ts'
import { loadCatalogue } from '../server/plans/load-catalogue.ts'
import { prerenderedPages } from '../web/pages/manifest.tsx'

export interface OurPage {
  html: Precompressed
  css: string
  /** With all that they import. */
  scripts: Precompressed[]
}

interface OurPageOptions {
  brand?: LoadedBrand | undefined
  shareImage?: string
  /** Their messages must be loaded. */
  languages?: [Language, ...Language[]]
  /** That of the shipped file unless given. */
  catalogue?: Catalogue
}

/** /pricing as the built server delivers it, in the first of the languages. */
export function readOurPage({
  brand,
  shareImage,
  languages = ['en'],
  catalogue = loadCatalogue('pricing.config.json'),
}: OurPageOptions = {}): OurPage {
  const client: ClientBuild = readClientBuild('dist/client', languages)
  const { byPath } = createPages({
    catalogue: { ...catalogue, languages },
    client,
    brand,
    backendUrl: 'http://127.0.0.1:3000',
    publicKey: 'pk_demo_fairseat',
    providers: [],
    outbox: false,
    testMode: true,
    shareImagePath: () => shareImage,
  })
  const { css, scriptPaths } = client.findPage(prerenderedPages.pricing, languages[0])
  return {
    html: found(byPath.get('/pricing')),
    css,
    scripts: scriptPaths.map((path) => found(client.assets.get(path))),
  }
}

function found(content: Precompressed | undefined): Precompressed {
  if (!content) throw new Error('The browser build is not complete: run `npm run build`.')
  return content
}
