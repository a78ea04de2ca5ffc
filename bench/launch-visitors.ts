import { Agent, request } from 'node:http'
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
const pauseMs = 20
/** A browser of their own for each. */
const agents = new Map<number, Agent>()
let isReading = false

const headersOf = (n: number) => ({
  cookie: sessionCookie(`buyer-${n}`, authSecret),
  'x-forwarded-for': `203.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
})

function call(visitor: number, method: string, path: string, headers: Record<string, string>, sent = '') {
  const agent = agents.get(visitor) ?? new Agent({ keepAlive: true })
  agents.set(visitor, agent)
  return new Promise<{ status: number; text: string; ms: number }>((resolve, reject) => {
    const startedAt = performance.now()
    const outgoing = request(new URL(path, serverUrl), { method, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text, ms: performance.now() - startedAt })
      })
    })
    outgoing.on('error', reject).end(sent)
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
