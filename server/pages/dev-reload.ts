import type { Handler } from 'hono'
import { streamSSE } from 'hono/streaming'

/** An open page reconnects after a restart, sees another number, and reloads itself. */
export function reloadStream(startedAt = Date.now()): Handler {
  return (c) =>
    streamSSE(c, async (stream) => {
      const seen = c.req.header('last-event-id')
      const event = seen && seen !== String(startedAt) ? 'restarted' : 'started'
      await stream.writeSSE({ event, id: String(startedAt), data: '', retry: 300 })
      while (!stream.aborted) await stream.sleep(1_000)
    })
}
