import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { ApiFault } from './api/api-faults.ts'
import { type ApiResult, createApi, saveResponse } from './api/handle-call.ts'
import { rateLimited, StripeError } from './api/stripe-error.ts'
import { type ControlDeps, createControlRoutes } from './control/control-routes.ts'
import { newId } from './objects/new-id.ts'
import { createPageRoutes } from './pages/page-routes.ts'

interface AppDeps extends ControlDeps {
  secretKey: string
}

type Env = { Bindings: HttpBindings }

export function createApp(deps: AppDeps) {
  const { transactor, runDueJobs, apiFaults, traffic } = deps
  const handleCall = createApi(transactor, deps.secretKey, runDueJobs)

  return new Hono<Env>()
    .all('/v1/*', async (c) => {
      const { method, path } = c.req
      const { searchParams } = new URL(c.req.url)
      const call = {
        method,
        path,
        form: method === 'POST' ? await c.req.text() : searchParams.toString() || (await c.req.text()),
        authorization: c.req.header('authorization'),
        version: c.req.header('stripe-version'),
        idempotencyKey: c.req.header('idempotency-key'),
      }
      if (!traffic.admits(call)) return refuseAboveRate()
      const fault = apiFaults.take(method, path)
      const delayMs = traffic.delayMs() + (fault?.delayMs ?? 0)
      const slowness = async () => void (delayMs > 0 && (await wait(delayMs)))
      if (fault?.when === 'before' && isFailure(fault)) {
        await slowness()
        if (fault.saved && fault.status)
          await saveResponse(transactor, call, fault.status, faultBody(fault.status))
        return fail(c, fault)
      }
      const response = await handleCall(call, slowness)
      return fault && isFailure(fault) ? fail(c, fault) : send(response)
    })
    .use('/_emulator/*', async (c, next) => {
      if (isFromHere(c)) return next()
      return c.json({ error: 'The control API answers on this machine only, and not to browsers.' }, 403)
    })
    .route('/_emulator', createControlRoutes(deps))
    .route('/', createPageRoutes(transactor, runDueJobs))
    .notFound((c) => {
      const error = new StripeError(404, `Unrecognized request URL (${c.req.method}: ${c.req.path}).`)
      return send({ status: 404, body: error.toBody(''), headers: {} })
    })
}

function send({ status, body, headers }: ApiResult): Response {
  const text = `${JSON.stringify(body, null, 2)}\n`
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })
}

function isFailure(fault: ApiFault): boolean {
  return fault.status !== undefined || fault.garbage || fault.hangUp
}

function fail(c: Context<Env>, fault: ApiFault): Response {
  if (fault.hangUp) c.env.incoming.socket.destroy()
  const status = fault.status ?? 200
  const headers = { 'request-id': newId('req', 14) }
  if (fault.garbage) return new Response('<html>upstream says no</html>', { status, headers })
  if (status === 429) return refuseAboveRate()
  return send({ status, body: faultBody(status), headers })
}

function faultBody(status: number): unknown {
  return new StripeError(status, 'Something went wrong (emulator fault).', { type: 'api_error' }).toBody('')
}

/** docs.stripe.com/rate-limits names the header, and no Retry-After. */
function refuseAboveRate(): Response {
  const headers = { 'request-id': newId('req', 14), 'stripe-rate-limited-reason': 'global-rate' }
  const error = rateLimited()
  return send({ status: error.status, body: error.toBody(''), headers })
}

/** Only a program on this machine: not through a proxy, and not a page in somebody's browser. */
function isFromHere(c: Context<Env>): boolean {
  const address = c.env.incoming.socket.remoteAddress ?? ''
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address)
  const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some((name) => c.req.header(name) !== undefined)
  const isBrowser = ['origin', 'sec-fetch-site'].some((name) => c.req.header(name) !== undefined)
  const host = (c.req.header('host') ?? '').replace(/:\d+$/, '')
  return isLoopback && !isForwarded && !isBrowser && ['127.0.0.1', 'localhost', '[::1]'].includes(host)
}
