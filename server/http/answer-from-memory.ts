import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Negotiated, negotiate } from './negotiated.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** What lies in memory is answered ahead of Hono, by the same rules; the rest is passed on. */
export function answerFromMemory(
  inMemory: (path: string) => Negotiated | undefined,
  otherwise: Listener,
): Listener {
  return (request, response) => {
    const { method, url = '', headers } = request
    const query = url.indexOf('?')
    const content =
      method === 'GET' || method === 'HEAD' ? inMemory(query < 0 ? url : url.slice(0, query)) : undefined
    if (!content) return otherwise(request, response)
    const answer = negotiate(
      content,
      headers['accept-encoding']?.toString() ?? '',
      headers['if-none-match'] ?? '',
    )
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }
}
