import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { isLanguage, type Language } from '../../core/messages/languages.ts'
import { Catalogue, type UrgencySource, type UrgencyVariant } from '../../core/plans/catalogue.ts'
import { type CatalogueProblem, localizeCatalogue } from '../../core/plans/localize-catalogue.ts'
import { type CatalogueIssue, invalidCatalogue, invalidJson } from '../catalogue-error.ts'
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

/** The operator's catalogue; when it is wrong, the message names the file, the line, the path in it and what is expected. */
export function loadCatalogue(file: string = findCatalogue(), overrides: CatalogueOverrides = {}): Catalogue {
  const content = readJsonFile(file)
  const problems: CatalogueIssue[] = []
  const [first, ...others] = listedLanguages(content).map((language) => ({
    language,
    catalogue: parseIn(language, content, problems, overrides),
  }))
  if (!first?.catalogue || problems.length > 0) {
    // What is wrong in several languages is said once.
    const once = new Map(
      problems.map((problem) => [`${problem.path.join('.')}: ${problem.message}`, problem]),
    )
    throw invalidCatalogue(file, [...once.values()])
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
  problems: CatalogueIssue[],
  overrides: CatalogueOverrides,
): Catalogue | null {
  const missing: CatalogueProblem[] = []
  const result = Catalogue.safeParse(localizeCatalogue(content, language, missing), { reportInput: true })
  const isMissing = (path: PropertyKey[]) => missing.some((known) => known.path.join('.') === path.join('.'))
  problems.push(...missing.map(issueOf))
  if (!result.success)
    problems.push(...result.error.issues.filter(({ path }) => !isMissing(path)).map(issueOf))
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

const issueOf = (
  issue: Pick<z.core.$ZodIssue, 'path' | 'message'> & { keys?: string[] },
): CatalogueIssue => ({
  path: issue.path.filter((key) => typeof key !== 'symbol'),
  message: issue.message,
  key: issue.keys?.[0],
})

function readJsonFile(file: string): unknown {
  const text = readTextFile(file)
  try {
    return JSON.parse(text)
  } catch {
    throw invalidJson(file, text)
  }
}

function readTextFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      throw new ConfigurationError(
        `${file} cannot be read: there is no such file. PRICING_CONFIG names the catalogue.`,
      )
    if (code === 'EISDIR')
      throw new ConfigurationError(
        `${file} cannot be read: it is a folder. PRICING_CONFIG must name the catalogue in it.`,
      )
    throw new ConfigurationError(`${file} cannot be read: ${message}`)
  }
}
