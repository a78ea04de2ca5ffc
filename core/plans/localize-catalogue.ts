import { isLanguage, type Language } from '../messages/languages.ts'

/** Where a text may be one for each language. Prices, dates and the like are the same in all of them. */
const localizedFields = ['product', 'headline', 'subline', 'content', 'footer', 'search', 'plans']
const neverLocalized = 'grants'

export interface CatalogueProblem {
  path: PropertyKey[]
  message: string
}

/** The operator's file as it is in one language: of every text that is an object by language, that one. */
export function localizeCatalogue(file: unknown, language: Language, problems: CatalogueProblem[]): unknown {
  if (!isObject(file)) return file
  return mapFields(file, (value, name) =>
    localizedFields.includes(name) ? resolve(value, language, [name], problems) : value,
  )
}

function resolve(
  value: unknown,
  language: Language,
  path: PropertyKey[],
  problems: CatalogueProblem[],
): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => resolve(item, language, [...path, index], problems))
  if (!isObject(value)) return value
  if (!isByLanguage(value))
    return mapFields(value, (field, name) =>
      name === neverLocalized ? field : resolve(field, language, [...path, name], problems),
    )
  if (value[language] === undefined)
    problems.push({
      path,
      message: `expected a text for every language of "languages": "${language}" is missing`,
    })
  return value[language]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isByLanguage = (value: Record<string, unknown>): boolean =>
  Object.keys(value).length > 0 && Object.keys(value).every(isLanguage)

const mapFields = (
  object: Record<string, unknown>,
  change: (value: unknown, name: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
