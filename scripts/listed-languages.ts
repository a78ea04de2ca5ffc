import type { Language } from '../core/messages/languages.ts'
import { readPricingConfig } from '../server/env.ts'
import { findCatalogue, loadCatalogue } from '../server/plans/load-catalogue.ts'

/** The catalogue that a server started in the same folder reads: build, start, dev and example agree on it. */
export const catalogueFile = (...where: Parameters<typeof readPricingConfig>): string =>
  readPricingConfig(...where) ?? findCatalogue()

/** The languages of the catalogue. A mistake in it is for the server to report. */
export function listedLanguages(file = catalogueFile()): readonly Language[] {
  try {
    return loadCatalogue(file).languages
  } catch {
    return ['en']
  }
}
