import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { discardedBytes } from './buffer-body.ts'
import { closingHeaders, malformed, type Refusals } from './server-limits.ts'

const statusTexts = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
type Status = keyof typeof statusTexts
const body = 'Bad Request\n'
const discardMs = 2_000

/**
 * Responds to what Node's parser refuses, and reads on for a while before the connection is closed. Node itself closes at once:
 * with input unread that is a reset, a proxy may lose the response and take the server for dead (RFC 9112, 9.6).
 */
export function refuseMalformed(server: Server, { headers, record }: Refusals): void {
  const fields = Object.entries({ ...closingHeaders, 'content-length': body.length, ...headers })
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The parser reports the same again with every chunk that follows.
    if (socket.writableEnded) return
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy()
      return
    }
    const status = statusOf(error.code)
    socket.end(`HTTP/1.1 ${status} ${statusTexts[status]}\r\n${head}\r\n${body}`)
    record(malformed(status))
    let discarded = 0
    socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > discardedBytes) socket.destroy()
    })
    socket.on('end', () => socket.destroy())
    setTimeout(() => socket.destroy(), discardMs).unref()
  })
}

/** Another response, to an earlier request on this connection, has begun: nothing can be said in the middle of it. */
function isAnswering(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent === true
}

function statusOf(code: string | undefined): Status {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
