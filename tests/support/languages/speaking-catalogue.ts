import { allLanguages, type Language } from '../../../core/messages/languages.ts'
import type { Catalogue } from '../../../core/plans/catalogue.ts'
import { loadCatalogue } from '../../../server/plans/load-catalogue.ts'

/** The shipped catalogue in several languages, with its English texts in all of them. */
export const speakingCatalogue = (
  languages: readonly Language[] = allLanguages,
): Pick<Catalogue, 'languages'> & Catalogue => ({
  ...loadCatalogue('pricing.config.json'),
  languages: languages as [Language, ...Language[]],
})
