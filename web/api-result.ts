import type { ApiClient } from './api-client.ts'

/** What the server said, or a sentence for the visitor; never a rejected promise. */
export type ApiResult = { ok: true; body: unknown } | ApiRefusal

export interface ApiRefusal {
  ok: false
  /** 0 when the server was not reached. */
  status: number
  error: string
  code: string | null
  retryAfterSeconds: number | null
}

const unreachable = 'The server could not be reached. Check your connection and try again.'
const withoutSentence = 'Something went wrong on our side. Please try again.'

export async function callApi(api: ApiClient, ...call: Parameters<ApiClient>): Promise<ApiResult> {
  try {
    const response = await api(...call)
    const body: unknown = await response.json().catch(() => null)
    if (response.ok) return { ok: true, body }
    return {
      ok: false,
      status: response.status,
      error: textField(body, 'error') ?? withoutSentence,
      code: textField(body, 'code'),
      retryAfterSeconds: Number.parseInt(response.headers.get('retry-after') ?? '', 10) || null,
    }
  } catch {
    return { ok: false, status: 0, error: unreachable, code: null, retryAfterSeconds: null }
  }
}

export const postApi = (api: ApiClient, path: string, body: unknown = {}) =>
  callApi(api, path, { method: 'POST', body })

export function textField(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null) return null
  const value = (body as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : null
}
