import { FairseatError, notFairseat } from './fairseat-error.ts'

export interface ApiOptions {
  url: string
  apiKey: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  timeoutMs: number
}

interface ApiCall {
  method?: 'GET' | 'POST' | 'PUT'
  body?: object
  /** The state that is known already. */
  known?: { id: string; version: number; updatedAt: string } | undefined
}

type ApiResult = { outcome: 'found'; body: unknown } | { outcome: 'unchanged' | 'unknown-customer' }

export type CallApi = (path: string, call?: ApiCall) => Promise<ApiResult>

/** Throws a FairseatError for everything but an answer. */
export function createApi({ url, apiKey, fetch, timeoutMs }: ApiOptions): CallApi {
  const base = `${url.replace(/\/+$/, '')}/api/v1`
  return async (path, { method = 'GET', body, known } = {}) => {
    const headers: Record<string, string> = { authorization: `Bearer ${apiKey}`, accept: 'application/json' }
    if (body) headers['content-type'] = 'application/json'
    if (known) headers['if-none-match'] = `"${known.id}.${known.version}.${Date.parse(known.updatedAt)}"`
    let response: Response
    let text: string
    try {
      response = await fetch(base + path, {
        method,
        headers,
        // The key is for this address only.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body && { body: JSON.stringify(body) }),
      })
      text = await response.text()
    } catch (error) {
      throw new FairseatError(`Fairseat did not answer at ${url}.`, 0, 'no-answer', error)
    }
    if (response.status === 304) return { outcome: 'unchanged' }
    const result = parseJson(text)
    if (response.ok) {
      if (result !== undefined) return { outcome: 'found', body: result }
      throw new FairseatError(`What answered at ${url} is not Fairseat.`, 0, notFairseat)
    }
    const { error, code } = (result ?? {}) as { error?: unknown; code?: unknown }
    // Any server says 404, also one that is not Fairseat: only these words mean that there is no such customer.
    if (response.status === 404 && code === 'unknown-customer') return { outcome: 'unknown-customer' }
    throw new FairseatError(
      typeof error === 'string'
        ? error
        : `${url} answered ${response.status}. Is it the address of Fairseat?`,
      response.status,
      typeof code === 'string' ? code : isRefusal(response.status) ? 'refused' : notFairseat,
    )
  }
}

/** Whoever says so, the key does not fit. */
const isRefusal = (status: number) => status === 401 || status === 403

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
