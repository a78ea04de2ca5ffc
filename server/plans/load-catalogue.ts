import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isLanguage, type Language } from '../../core/messages/languages.ts'
import { Catalogue, type UrgencySource, type UrgencyVariant } from '../../core/plans/catalogue.ts'
import { type CatalogueProblem, localizeCatalogue } from '../../core/plans/localize-catalogue.ts'
import { ConfigurationError } from '../configuration-error.ts'

export interface CatalogueOverrides {
  source?: UrgencySource | undefined
  variant?: UrgencyVariant | undefined
}

const usualName = 'pricing.config.json'

/** In the working folder, beside dist/ (or the sources), or in dist/, where the build leaves a copy. */
export function findCatalogue(): string {
  const withServer = ['../../', '../'].map((folder) =>
    fileURLToPath(new URL(folder + usualName, import.meta.url)),
  )
  return [usualName, ...withServer].find((file) => existsSync(file)) ?? usualName
}

/** The operator's catalogue; when it is wrong, the message names the file, the path in it and what is expected. */
export function loadCatalogue(file: string = findCatalogue(), overrides: CatalogueOverrides = {}): Catalogue {
  const content = readJsonFile(file)
  const problems: CatalogueProblem[] = []
  const [first, ...others] = listedLanguages(content).map((language) => ({
    language,
    catalogue: parseIn(language, content, problems, overrides),
  }))
  if (!first?.catalogue || problems.length > 0) {
    // What is wrong in several languages is said once.
    const lines = new Set(
      problems.map(({ path, message }) => `  ${path.join('.') || 'the file'}: ${message}`),
    )
    throw new ConfigurationError(`${file} is not a valid catalogue:\n${[...lines].join('\n')}`)
  }
  if (others.length === 0) return first.catalogue
  const translations = Object.fromEntries(others.map(({ language, catalogue }) => [language, catalogue]))
  return { ...first.catalogue, translations }
}

/** Those that are not known are for the schema to report. */
function listedLanguages(content: unknown): Language[] {
  const languages: unknown = (content as { languages?: unknown } | null)?.languages
  const known = Array.isArray(languages) ? languages.filter(isLanguage) : []
  return known.length > 0 ? known : ['en']
}

function parseIn(
  language: Language,
  content: unknown,
  problems: CatalogueProblem[],
  overrides: CatalogueOverrides,
): Catalogue | null {
  const missing: CatalogueProblem[] = []
  const result = Catalogue.safeParse(localizeCatalogue(content, language, missing), { reportInput: true })
  const isMissing = (path: PropertyKey[]) => missing.some((known) => known.path.join('.') === path.join('.'))
  problems.push(...missing)
  if (!result.success) problems.push(...result.error.issues.filter(({ path }) => !isMissing(path)))
  if (!result.success || missing.length > 0) return null
  const { urgency, ...catalogue } = result.data
  return {
    ...catalogue,
    urgency: {
      ...urgency,
      source: overrides.source ?? urgency.source,
      variant: overrides.variant ?? urgency.variant,
    },
  }
}

function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`${file} cannot be read as JSON: ${reason}`)
  }
}
