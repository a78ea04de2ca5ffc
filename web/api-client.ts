import { language } from '../core/messages/messages.ts'

export interface ApiSettings {
  backendUrl: string
  publicKey: string
}

export type ApiClient = (path: string, init?: { method: 'POST'; body: unknown }) => Promise<Response>

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Where the API is. `localhost` and `127.0.0.1` are one machine but two sites to a browser, which would keep the
 * cookies back; so a page opened under either name asks the name it was opened under.
 */
export function apiOrigin(backendUrl: string, pageUrl: string): string {
  const backend = new URL(backendUrl)
  const page = new URL(pageUrl)
  const sameMachine = loopbackNames.has(backend.hostname) && loopbackNames.has(page.hostname)
  return sameMachine && backend.port === page.port ? page.origin : backend.origin
}

/** For what is the same for everybody: without cookies, so that a cache may answer. */
export const readPublic = ({ backendUrl, publicKey }: ApiSettings, path: string): Promise<Response> =>
  fetch(apiOrigin(backendUrl, location.href) + path, {
    credentials: 'omit',
    // What caches on the way may do, the browser's own may not: it would hand out the last answer first.
    cache: 'no-cache',
    headers: { apikey: publicKey },
  })

/**
 * The one way in which the browser calls the API for somebody: with the session's cookies and the publishable key. Visitors read
 * a sentence of ours when the connection is lost; its cause is in the console.
 */
export function createApiClient({ backendUrl, publicKey }: ApiSettings): ApiClient {
  return (path, init) =>
    fetch(apiOrigin(backendUrl, location.href) + path, {
      credentials: 'include',
      headers: {
        apikey: publicKey,
        // The API answers in the language of the page.
        'accept-language': language,
        ...(init && { 'content-type': 'application/json' }),
      },
      ...(init && { method: init.method, body: JSON.stringify(init.body) }),
    }).catch((error) => {
      // biome-ignore lint/suspicious/noConsole: the only trace of it
      console.error(`No answer from ${path}:`, error)
      throw error
    })
}
