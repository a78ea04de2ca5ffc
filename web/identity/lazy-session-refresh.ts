import type { ApiClient } from '../api-client.ts'

const doNothing = () => {}

/**
 * Keeps the session fresh whose access window ends at the given time, and lets go of the one before; null is none. Only the
 * signed-in download what it takes: one who cannot stays signed in, and is asked to sign in again later.
 */
export function createLazySessionRefresh(api: ApiClient, onEnded: () => void) {
  let stopKeeping = Promise.resolve(doNothing)

  async function start(accessExpiresAt: number | null): Promise<() => void> {
    if (accessExpiresAt === null) return doNothing
    const loaded = await import('./keep-session.ts').catch(() => null)
    return loaded?.keepSession(api, accessExpiresAt, onEnded) ?? doNothing
  }

  return (accessExpiresAt: number | null): void => {
    void stopKeeping.then((stop) => stop())
    stopKeeping = start(accessExpiresAt)
  }
}
