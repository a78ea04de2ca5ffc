import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Catalogue, type UrgencySource, type UrgencyVariant } from '../../core/plans/catalogue.ts'
import { invalidCatalogue, invalidJson } from '../catalogue-error.ts'
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
  const result = Catalogue.safeParse(readJsonFile(file), { reportInput: true })
  if (!result.success) {
    const issues = result.error.issues.map((issue) => ({
      path: issue.path.filter((key) => typeof key !== 'symbol'),
      message: issue.message,
      key: issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined,
    }))
    throw invalidCatalogue(file, issues)
  }
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
    throw new ConfigurationError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
