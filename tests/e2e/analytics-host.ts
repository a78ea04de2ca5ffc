import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** As each tool documents what its script offers; all send what they hear to where they came from. */
const scripts = {
  plausible: `{
    const { src, dataset } = document.currentScript
    const hydrated = document.querySelector('[role=progressbar]') !== null
    window.plausible = (n, { props } = {}) => send(src, { n, props, domain: dataset.domain, hydrated })
    plausible('pageview')
  }`,
  umami: `{
    const { src, dataset } = document.currentScript
    const track = (n, props) => send(src, { n, props, website: dataset.websiteId })
    window.umami = { track }
    track('pageview')
  }`,
  posthog: `{
    const posthog = { init: (key, { api_host }) => {
      posthog.capture = (n, props) => send(api_host, { n, props, key })
      posthog.capture('pageview')
    } }
    window.posthog = posthog
  }`,
  own: `{
    const { src } = document.currentScript
    document.addEventListener('fairseat:event', ({ detail: { name: n, ...props } }) => send(src, { n, props }))
  }`,
}
export type AnalyticsTool = keyof typeof scripts

const send = `function send(address, event) {
  const body = JSON.stringify({ ...event, u: location.href, r: document.referrer })
  void fetch(new URL('/event', address), { method: 'POST', keepalive: true, body })
}`

interface SentEvent {
  n: string
  props?: Record<string, unknown>
  [more: string]: unknown
}

/** A stand-in for the host of an analytics tool, on a host of its own: cookies know no ports. */
export async function startAnalyticsHost() {
  const events: SentEvent[] = []
  const received: string[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    received.push(`${request.url} ${request.headers.referer ?? ''} ${request.headers.cookie ?? ''} ${body}`)
    response.setHeader('access-control-allow-origin', '*')
    if (request.method === 'POST') events.push(JSON.parse(body))
    const script = scripts[request.url?.match(/^\/(\w+)\.js$/)?.[1] as AnalyticsTool]
    response.writeHead(script || request.method === 'POST' ? 200 : 404, { 'content-type': 'text/javascript' })
    response.end(script && `${send}\n${script}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  const origin = `http://127.0.0.2:${(server.address() as AddressInfo).port}`
  return {
    origin,
    scriptOf: (tool: AnalyticsTool) => `${origin}/${tool}.js`,
    events,
    /** Everything that reached it, with what browsers add by themselves. */
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
