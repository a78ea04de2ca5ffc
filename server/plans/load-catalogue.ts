import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Catalogue, type UrgencySource, type UrgencyVariant } from '../../core/plans/catalogue.ts'
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
  const result = Catalogue.safeParse(readJsonFile(file), { reportInput: true })
  if (!result.success) {
    const problems = result.error.issues.map(
      (issue) => `  ${issue.path.join('.') || 'the file'}: ${issue.message}`,
    )
    throw new ConfigurationError(`${file} is not a valid catalogue:\n${problems.join('\n')}`)
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
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`${file} cannot be read as JSON: ${reason}`)
  }
}
