import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { webhookPath } from '../../core/billing/contract.ts'
import { readWebhookSignature } from '../../core/billing/webhook-signature.ts'
import { ordinaryBodyBytes, webhookBodyBytes } from './body-limit.ts'
import type { ClientNetwork } from './client-network.ts'
import { createLongBodyQueue, hasLongBody } from './long-bodies.ts'

/** What is read and discarded of what is refused, before the connection is closed. */
export const discardedBytes = 2 * 1_024 * 1_024

/**
 * Calls the listener when the body has arrived. A connection that is closed while input is unread is reset, the client
 * may lose the response, and a proxy takes the server for dead (RFC 9112, 9.6). Many requests are refused without a look
 * at their body, so all bodies are read first, as far as the limits go.
 */
export function bufferBody(
  listener: RequestListener,
  { now, networkOf }: { now: () => Date; networkOf: (request: IncomingMessage) => ClientNetwork },
): RequestListener {
  const { whenThereIsRoom, whenItsTurn } = createLongBodyQueue(networkOf)
  const passInTurn: RequestListener = (request, response) => whenItsTurn(() => listener(request, response))
  return (request, response) => {
    const { headers } = request
    const length = headers['content-length']
    if ((length === undefined || length === '0') && headers['transfer-encoding'] === undefined) {
      return listener(request, response)
    }
    const limit = keptBytes(request, now())
    if (!hasLongBody(request)) return readBody(request, response, listener, limit)
    whenThereIsRoom(request, response, () => readBody(request, response, passInTurn, limit))
  }
}

/** The largest body that the app accepts. An event whose signature cannot be right is refused whatever is in it. */
function keptBytes({ url = '', headers }: IncomingMessage, now: Date): number {
  if (!url.startsWith(webhookPath)) return ordinaryBodyBytes
  const signature = readWebhookSignature(String(headers['stripe-signature'] ?? ''), now.getTime())
  return signature ? webhookBodyBytes : 0
}

function readBody(
  request: IncomingMessage & { rawBody?: Buffer },
  response: ServerResponse,
  listener: RequestListener,
  limit: number,
): void {
  const chunks: Buffer[] = []
  let size = 0
  const pass = () => {
    request.off('data', read).off('end', pass)
    // Where @hono/node-server looks for a body that was read. One that is too large is cut behind the byte that makes
    // it so: the app refuses it by its own limits.
    request.rawBody = Buffer.concat(chunks).subarray(0, limit + 1)
    listener(request, response)
  }
  const read = (chunk: Buffer) => {
    if (size <= limit) chunks.push(chunk)
    size += chunk.length
    if (size <= limit + discardedBytes) return
    response.setHeader('connection', 'close')
    pass()
  }
  // A client that goes away before the end gets no response.
  request
    .on('data', read)
    .on('end', pass)
    .on('error', () => {})
}
