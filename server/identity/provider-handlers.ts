import { AppError } from '../errors.ts'
import { TimeoutError, withTimeout } from '../with-timeout.ts'
import type { createAuth } from './auth.ts'

type Auth = ReturnType<typeof createAuth>

/** Somebody waits for a page meanwhile. */
const patienceMs = 5_000

/**
 * One authentication service per provider, created on first use: the library fetches a provider's discovery document before
 * it handles any request, without a timeout and only once. So an unreachable provider delays no other, and is fetched again
 * the next time.
 */
export function createProviderHandlers(
  createHandler: (providerId: string) => Auth,
  issuerOf: (providerId: string) => string | undefined,
) {
  const handlers = new Map<string, Auth>()

  return async (providerId: string, request: Request): Promise<Response> => {
    const handler = handlers.get(providerId) ?? createHandler(providerId)
    handlers.set(providerId, handler)
    try {
      const { socialProviders } = await withTimeout(handler.$context, patienceMs)
      // Metadata of another issuer has other keys: its users could sign in here (OpenID Connect Discovery 4.3).
      const found = socialProviders.find(({ id }) => id === providerId)
      if (found?.issuer === undefined || found.issuer !== issuerOf(providerId)) {
        handlers.delete(providerId)
        throw new AppError('provider-down')
      }
      return await withTimeout(handler.handler(request), patienceMs)
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
      handlers.delete(providerId)
      throw new AppError('provider-down', { cause: error })
    }
  }
}
