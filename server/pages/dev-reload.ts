import type { Handler } from 'hono'
import { streamSSE } from 'hono/streaming'

/** What pages under `npm run dev` listen to. */
export interface DevReload {
  /** Of the pages that are served now. */
  version: number
  stream: Handler
}

/** Pages of another version than the one shown reload themselves; a problem stands over all of them until it is ''. */
export function createDevReload() {
  let shown = { version: 0, problem: '' }
  const senders = new Set<() => void>()
  function show(change: Partial<typeof shown>) {
    shown = { ...shown, ...change }
    for (const send of senders) send()
  }
  const stream: Handler = (c) =>
    streamSSE(c, async (stream) => {
      const version = c.req.query('version')
      const send = async () => {
        if (version === String(shown.version))
          await stream.writeSSE({ event: 'problem', data: shown.problem, retry: 300 })
        else await stream.writeSSE({ event: 'reload', data: '' })
      }
      senders.add(send)
      await send()
      await new Promise<void>((resolve) => stream.onAbort(resolve))
      senders.delete(send)
    })
  return {
    stream,
    showVersion: (version: number) => show({ version, problem: '' }),
    showProblem: (problem: string) => show({ problem }),
  }
}

export const problemStyle =
  'position:fixed;inset:0;z-index:2147483647;margin:0;padding:2rem;overflow:auto;white-space:pre-wrap;background:#1c1917;color:#fafaf9;font:15px/1.6 ui-monospace,monospace'

/** For the head of a page. */
export const devReloadScript = (version: number) =>
  `{let events=new EventSource("/dev/reload?version=${version}"),box=document.createElement("pre");` +
  'box.setAttribute("role","alert");' +
  `box.style.cssText=${JSON.stringify(problemStyle)};` +
  'events.addEventListener("reload",()=>location.reload());' +
  'events.addEventListener("problem",({data})=>{box.textContent=data;data?document.documentElement.append(box):box.remove()})}'
