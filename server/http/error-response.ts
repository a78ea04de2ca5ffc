import type { ErrorHandler } from 'hono'
import type { ApiError } from '../../core/api-path.ts'
import { inLanguage } from '../../core/messages/in-language.ts'
import type { Language } from '../../core/messages/languages.ts'
import type { SiteLanguage, SiteLanguages } from '../../core/messages/site-languages.ts'
import { isDatabaseDown } from '../db/is-database-down.ts'
import { AppError, errorSentence, type PlanNames } from '../errors.ts'
import type { Log } from '../log.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Set by routes whose visitors see a page, in its language: draws what they would read as JSON. */
    errorPage: {
      site: SiteLanguage
      draw: (error: AppError, sentence: string) => Response | Promise<Response>
    }
  }
}

interface ErrorDeps {
  log: Log
  isReady: () => Promise<boolean>
  languages: SiteLanguages
  planNames: (language: Language) => PlanNames
}

const databaseRetrySeconds = 10

/** Whatever was thrown becomes a status and a sentence. What is ours to mend is logged with its cause. */
export function errorResponse({ log, isReady, languages, planNames }: ErrorDeps): ErrorHandler {
  return async (error, c) => {
    const known = await asAppError(error, isReady)
    // The request's own line carries the code as well.
    c.error = known
    if (known.status >= 500) {
      const line = { id: c.get('requestId'), code: known.code, error: known.cause }
      log[known.code === 'unexpected' ? 'error' : 'warn'](line, known.message)
    }
    if (known.retryAfterSeconds) c.header('retry-after', String(known.retryAfterSeconds))
    const page = c.get('errorPage')
    const site = page?.site ?? languages.ofHeaders(c.req.raw.headers)
    const sentence = inLanguage(site, () => errorSentence(known, planNames(site.language)))
    if (page) return page.draw(known, sentence)
    return c.json({ error: sentence, code: known.code } satisfies ApiError, known.status)
  }
}

async function asAppError(error: Error, isReady: () => Promise<boolean>): Promise<AppError> {
  if (error instanceof AppError && error.code !== 'unexpected') return error
  // The authentication library hides why it failed, so the database is checked as well.
  if (isDatabaseDown(error) || !(await isReady())) {
    return new AppError('database-down', { cause: error, retryAfterSeconds: databaseRetrySeconds })
  }
  return error instanceof AppError ? error : new AppError('unexpected', { cause: error })
}
