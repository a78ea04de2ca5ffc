import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { discardedBytes } from './buffer-body.ts'

const response =
  'HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 12\r\n\r\nBad Request\n'
const headersTooLarge = response.replace('400 Bad Request', '431 Request Header Fields Too Large')
const timedOut = response.replace('400 Bad Request', '408 Request Timeout')
const discardMs = 2_000

/**
 * Responds to what Node's parser refuses, and reads on for a while before the connection is closed. Node itself closes at once:
 * with input unread that is a reset, a proxy may lose the response and take the server for dead (RFC 9112, 9.6).
 */
export function refuseMalformed(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The parser reports the same again with every chunk that follows.
    if (socket.writableEnded) return
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy()
      return
    }
    socket.end(responseTo(error.code))
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

function responseTo(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? timedOut : response
}
