import type { Catalogue } from '../core/plans/catalogue.ts'
import { type LoadedBrand, loadBrand } from './brand/load-brand.ts'
import type { Env } from './env.ts'
import { loadCatalogue } from './plans/load-catalogue.ts'

/** The operator's catalogue with the files that it names. */
export interface Configuration {
  catalogue: Catalogue
  brand: LoadedBrand | undefined
}

export function loadConfiguration(catalogueFile: string, env: Env): Configuration {
  const catalogue = loadCatalogue(catalogueFile, {
    source: env.URGENCY_SOURCE,
    variant: env.URGENCY_VARIANT,
  })
  return { catalogue, brand: loadBrand(catalogue.brand, catalogueFile) }
}
