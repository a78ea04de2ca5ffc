import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { SessionStrength } from '../../core/identity/session-strength.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Metrics } from './metrics.ts'

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
    /** The first characters of the id of who is signed in. */
    user: string
    /** The strength of the session that the request opened. */
    strength: SessionStrength
  }
}

interface HandledRequest {
  /** Absent on prerendered responses: they are counted and not logged, since a proxy's log has them. */
  id?: string
  method: string
  /** As declared, such as `/assets/:name`: what a visitor wrote into the address may be personal. */
  route: string
  status: number
  /** Of the refusal, if it was one. */
  code?: string
  /** The signed-in user, and how somebody signed in: see `noteUser`. */
  user?: string
  strength?: SessionStrength
  ms: number
}

export type RecordRequest = (request: HandledRequest) => void

const latencyBoundsSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Asked every few seconds by machines. */
const quietRoutes = new Set(['/healthz', '/readyz', '/metrics'])
/** Of our own proxy; an id cannot hold an address, a code or anything else that must not be in a log. */
const foreignId = /^[0-9a-f-]{16,36}$/

/** One line and one count for each request, wherever it was handled. */
export function createRecordRequest(log: Log, metrics: Metrics): RecordRequest {
  const count = metrics.counter(
    'fairseat_requests_total',
    'Requests answered; `code` says why one was refused.',
  )
  const time = metrics.histogram(
    'fairseat_request_seconds',
    'Time until the response was ready.',
    latencyBoundsSeconds,
  )
  return ({ id, method, route, status, code, ms, ...who }) => {
    const labels = labelsOf(method, route, status, code ?? '')
    count(labels.ofCount)
    time(labels.ofTime, ms / 1_000)
    if (!id) return
    const line = { id, method, route, status, ...(code && { code }), ...who, ms: Math.round(ms * 10) / 10 }
    log[quietRoutes.has(route) ? 'debug' : 'info'](line, 'request')
  }
}

const knownLabels = new Map<string, ReturnType<typeof makeLabels>>()

/** The same objects each time: there are as many as routes times outcomes. */
function labelsOf(method: string, route: string, status: number, code: string) {
  const key = `${method} ${route} ${status} ${code}`
  const labels = knownLabels.get(key) ?? makeLabels(method, route, status, code)
  knownLabels.set(key, labels)
  return labels
}

const makeLabels = (method: string, route: string, status: number, code: string) => ({
  ofCount: { method, route, status: String(status), code },
  ofTime: { route },
})

/** Gives each request the id that its log lines and its response carry. */
export function requestLog(record: RecordRequest, trustProxy: number): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = performance.now()
    const given = trustProxy > 0 ? c.req.header('x-request-id') : undefined
    const id = given && foreignId.test(given) ? given : randomUUID()
    c.set('requestId', id)
    await next()
    c.res.headers.set('x-request-id', id)
    const [user, strength] = [c.get('user'), c.get('strength')]
    record({
      id,
      method: c.req.method,
      route: declaredRoute(c),
      status: c.res.status,
      ...(c.error instanceof AppError && { code: c.error.code }),
      ...(user && { user }),
      ...(strength && { strength }),
      ms: performance.now() - startedAt,
    })
  }
}

/** Middleware has patterns that end with a star, routes have not. */
function declaredRoute(c: Context): string {
  const last = matchedRoutes(c).at(-1)?.path
  return last === undefined || last.endsWith('*') ? 'unknown' : last
}
