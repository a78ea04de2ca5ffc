import type { ApiError, GetPath, PostPath } from '../core/api-path.ts'
import * as messages from '../core/messages/messages.ts'
import type { ApiClient } from './api-client.ts'

/** What the server said, or a sentence for the visitor; never a rejected promise. */
export type ApiResult<Body> =
  /** As the route's contract has it; null when it was not JSON. */
  { ok: true; body: Body | null } | ApiRefusal

export interface ApiRefusal {
  ok: false
  /** 0 when the server was not reached. */
  status: number
  error: string
  code: string | null
  retryAfterSeconds: number | null
}

async function callApi<Body>(api: ApiClient, ...call: Parameters<ApiClient>): Promise<ApiResult<Body>> {
  try {
    const response = await api(...call)
    const json = response.json().catch(() => null)
    if (response.ok) return { ok: true, body: await json }
    const body: ApiError | null = await json
    return {
      ok: false,
      status: response.status,
      error: textField(body, 'error') ?? messages.somethingWentWrong,
      code: textField(body, 'code'),
      retryAfterSeconds: Number.parseInt(response.headers.get('retry-after') ?? '', 10) || null,
    }
  } catch {
    return { ok: false, status: 0, error: messages.serverUnreachable, code: null, retryAfterSeconds: null }
  }
}

/** `query` with its question mark. */
export const getApi = <Body>(api: ApiClient, path: GetPath<Body>, query = '') =>
  callApi<Body>(api, path + query)

export const postApi = <Request, Body>(
  api: ApiClient,
  path: PostPath<Request, Body>,
  body: Request,
  query = '',
) => callApi<Body>(api, path + query, { method: 'POST', body })

/** Whatever the body is: a proxy on the way may have answered. */
export function textField<Body>(body: Body | null, name: keyof Body): string | null {
  const value: unknown = body?.[name]
  return typeof value === 'string' && value !== '' ? value : null
}
