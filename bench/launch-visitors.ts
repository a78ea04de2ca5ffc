import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaidPlanId } from '../core/plans/plan.ts'
import { sessionCookie } from './seed-members.ts'

// Buyers or readers in a process of their own: what they cost must not delay what is measured. `forked-visitors.ts` starts it.

export type Task =
  /** Each has the page open, and with it a connection. */
  | { do: 'open-page'; buyers: number[]; spreadMs: number }
  /** Each clicks the button of the plan once, evenly spread over `spreadMs`. */
  | { do: 'click'; buyers: number[]; spreadMs: number; plan: PaidPlanId }
  /** Each reads its subscription, again and again, until `stop`. */
  | { do: 'read'; readers: number[] }
  | { do: 'stop-reading' }

type ClickTask = Extract<Task, { do: 'click' }>

export interface Result {
  buyer: number
  status: number
  code?: string
  url?: string
  /** The sentence of a refusal. */
  error?: string
  /** From the click. */
  ms: number
  /** The click itself, after the moment that was planned. */
  lateMs: number
}

export type Report =
  | { of: 'ready' }
  | { of: 'open-page' }
  | { of: 'click'; responses: Result[] }
  | { of: 'read'; times: number[]; failed: number }

const [, , serverUrl = '', authSecret = ''] = process.argv
const { hostname: host, port } = new URL(serverUrl)
const pauseMs = 20
/** A connection of their own for each, as a browser keeps it. */
const sockets = new Map<number, Socket>()
let isReading = false

const headersOf = (n: number) => ({
  cookie: sessionCookie(`buyer-${n}`, authSecret),
  'x-forwarded-for': `203.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
})

function connectionOf(visitor: number): Socket {
  const known = sockets.get(visitor)
  if (known) return known
  const socket = connect({ host, port: Number(port), noDelay: true }).setEncoding('utf8')
  sockets.set(visitor, socket)
  // One that breaks between two requests is opened again, as a browser does.
  socket.on('error', () => {}).on('close', () => sockets.delete(visitor))
  return socket
}

/**
 * One request and its response. Written by hand: Node's own client took half as much processor time as the server that is
 * measured on the same cores, which visitors on machines of their own do not. A body must come with its length; a visitor makes one request
 * after the other.
 */
function call(visitor: number, method: string, path: string, headers: Record<string, string>, sent = '') {
  const socket = connectionOf(visitor)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const startedAt = performance.now()
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\n${lines.join('')}\r\n${sent}`)
  return new Promise<{ status: number; text: string; ms: number }>((resolve, reject) => {
    let received = ''
    const settle = () => socket.off('data', take).off('close', close)
    const close = () => {
      settle()
      reject(new Error('The server closed a connection.'))
    }
    const take = (part: string) => {
      received += part
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const head = received.slice(0, headEnd)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
      const text = received.slice(headEnd + 4)
      if (Buffer.byteLength(text) < length) return
      settle()
      if (Number.isNaN(length)) {
        socket.destroy()
        reject(new Error(`A response without a length: ${head}`))
      } else resolve({ status: Number(head.slice(9, 12)), text, ms: performance.now() - startedAt })
    }
    socket.on('data', take).on('close', close)
  })
}

async function openPage(buyers: number[], spreadMs: number): Promise<void> {
  await Promise.all(
    buyers.map(async (buyer, index) => {
      await sleep((index / buyers.length) * spreadMs)
      await call(buyer, 'GET', '/api/subscription', headersOf(buyer))
    }),
  )
}

async function click({ buyers, spreadMs, plan }: ClickTask): Promise<Result[]> {
  const body = JSON.stringify({ plan })
  const prepared = buyers.map((buyer) => ({
    buyer,
    headers: {
      ...headersOf(buyer),
      origin: serverUrl,
      'content-type': 'application/json',
      'content-length': String(body.length),
    },
  }))
  const startedAt = performance.now()
  return Promise.all(
    prepared.map(async ({ buyer, headers }, index) => {
      const plannedMs = (index / buyers.length) * spreadMs
      await sleep(plannedMs)
      const lateMs = performance.now() - startedAt - plannedMs
      const { status, text, ms } = await call(buyer, 'POST', '/api/stripe/create-checkout', headers, body)
      return { buyer, status, ms, lateMs, ...JSON.parse(text) }
    }),
  )
}

async function read(readers: number[]): Promise<{ times: number[]; failed: number }> {
  isReading = true
  const times: number[] = []
  let failed = 0
  await Promise.all(
    readers.map(async (reader) => {
      const headers = headersOf(reader)
      while (isReading) {
        const { status, ms } = await call(reader, 'GET', '/api/subscription', headers)
        if (status !== 200) failed += 1
        times.push(ms)
        await sleep(pauseMs)
      }
    }),
  )
  return { times, failed }
}

const report = (message: Report) => process.send?.(message)

process.on('message', async (task: Task) => {
  if (task.do === 'click') report({ of: 'click', responses: await click(task) })
  else if (task.do === 'open-page') {
    await openPage(task.buyers, task.spreadMs)
    report({ of: 'open-page' })
  } else if (task.do === 'read') report({ of: 'read', ...(await read(task.readers)) })
  else isReading = false
})
report({ of: 'ready' })
