import type { Language } from '../core/messages/languages.ts'
import { loadCatalogue } from '../server/plans/load-catalogue.ts'

/** The languages of the catalogue. A mistake in it is for the server to report. */
export function listedLanguages(): readonly Language[] {
  try {
    return loadCatalogue('pricing.config.json').languages
  } catch {
    return ['en']
  }
}
