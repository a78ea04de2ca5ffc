import type { Context, MiddlewareHandler } from 'hono'
import type { ApiKeyScope } from '../../core/integration/api-key-scopes.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'

interface ApiKeyEnv {
  Variables: { apiKey: { name: string; scopes: ReadonlySet<ApiKeyScope> } }
}

interface ApiKeyCheckDeps<Operation, Env extends ApiKeyEnv> {
  /** Throws when too many refusals of a key were recorded. */
  countRefusal: (keyName: string) => void
  recordRefusal: (c: Context<Env>, operation: Operation, code: string) => Promise<void>
  log: Log
}

/** Refusals that say something about what a key is used for; the others are mistakes in a request. */
const recordedStatuses = new Set([403, 404, 409])

/** The scope that a route asks of the key that calls it. */
export function apiKeyChecks<Operation, Env extends ApiKeyEnv>(deps: ApiKeyCheckDeps<Operation, Env>) {
  async function record(c: Context<Env>, operation: Operation, code: string): Promise<void> {
    try {
      deps.countRefusal(c.get('apiKey').name)
      await deps.recordRefusal(c, operation, code)
    } catch (error) {
      // The refusal itself is what the caller has to read.
      if (!(error instanceof AppError)) deps.log.warn({ error }, 'A refused call was not recorded.')
    }
  }

  return {
    /** Any one of the scopes is enough. */
    reads:
      (scope: ApiKeyScope, ...others: ApiKeyScope[]): MiddlewareHandler<Env> =>
      async (c, next) => {
        if (![scope, ...others].some((one) => c.get('apiKey').scopes.has(one)))
          throw new AppError(`needs-scope-${scope}`)
        return next()
      },

    /** The route records the change that it makes; its refusals are recorded here. */
    changes:
      (scope: ApiKeyScope, operation: Operation): MiddlewareHandler<Env> =>
      async (c, next) => {
        if (!c.get('apiKey').scopes.has(scope)) {
          const refusal = new AppError(`needs-scope-${scope}`)
          await record(c, operation, refusal.code)
          throw refusal
        }
        await next()
        if (c.error instanceof AppError && recordedStatuses.has(c.error.status))
          await record(c, operation, c.error.code)
      },
  }
}
