import { createPause } from './create-pause.ts'

/** Public, so without cookies; only tiles come from the browser's cache. */
export const fetchPublic = (path: string, init?: RequestInit): Promise<Response> =>
  fetch(path, {
    ...init,
    credentials: 'omit',
    cache: path.startsWith('/log/tile/') ? 'default' : 'no-cache',
  })

export const nextTask = (delayMs = 0) => new Promise((resolve) => setTimeout(resolve, delayMs))

export const createBrowserPause = () =>
  createPause({
    now: () => performance.now(),
    // Safari has no scheduler.
    giveWay: () => globalThis.scheduler?.yield?.() ?? nextTask(),
  })

/** No Ed25519: an old browser, or a page without TLS. */
export const lacksSignatures = (error: unknown): boolean =>
  (error instanceof DOMException && error.name === 'NotSupportedError') || !globalThis.crypto.subtle
