import type { ApiClient } from '../api-client.ts'

const doNothing = () => {}

/**
 * Keeps the session fresh; the answer stops that. Only the signed-in download what it takes: one who cannot stays signed
 * in, and is asked to sign in again later.
 */
export async function loadKeepSession(
  api: ApiClient,
  accessExpiresAt: number,
  onEnded: () => void,
): Promise<() => void> {
  const loaded = await import('./keep-session.ts').catch(() => null)
  return loaded?.keepSession(api, accessExpiresAt, onEnded) ?? doNothing
}
