import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export interface VisitorOptions {
  url: string
  /** By path: what the page contains. */
  pages: Readonly<Record<string, string>>
  /** Any address of 127.0.0.0/8 is this machine; an attacker and a visitor must not share one. */
  localAddress: string
  /** Between two pages: without one they are all that a core can do. */
  pauseMs?: number
}

export interface Visit {
  path: string
  /** 'served': status 200 and the right page. Otherwise why not. */
  outcome: string
  ms: number
}

const answerLimitMs = 120_000

/** Asks for one page after the other on a new connection each time, and tells of each; `stop` is the only order. */
const options: VisitorOptions = JSON.parse(process.argv[2] ?? '')
const paths = Object.keys(options.pages)
let going = true
process.once('message', () => {
  going = false
})
// Its parent is gone.
process.once('disconnect', () => process.exit())
for (let turn = 0; going; turn += 1) {
  const visit = await open(options, paths[turn % paths.length] ?? '/')
  await new Promise((resolve) => process.send?.(visit, resolve))
  if (options.pauseMs) await sleep(options.pauseMs)
}
process.disconnect()

function open({ url, localAddress, pages }: VisitorOptions, path: string): Promise<Visit> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const end = (outcome: string) => resolve({ path, outcome, ms: performance.now() - startedAt })
    const asked = request(`${url}${path}`, { localAddress, agent: false, timeout: answerLimitMs })
    asked.on('response', (response) => {
      text(response).then(
        (page) => {
          if (response.statusCode !== 200) end(`status ${response.statusCode}`)
          else end(page.includes(pages[path] ?? '') ? 'served' : `another page: ${page.slice(0, 200)}`)
        },
        (error: Error) => end(error.message),
      )
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', (error) => end(error.message)).end()
  })
}
