import { createHash, timingSafeEqual } from 'node:crypto'
import { present } from '../behaviour/present.ts'
import type { RequestInfo, Transactor, Tx } from '../behaviour/tx.ts'
import { apiVersion } from '../objects/common.ts'
import { newId } from '../objects/new-id.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { discountRoutes } from './discount-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { expandPaths } from './expand.ts'
import { knownParams } from './known-params.ts'
import { paramTree } from './param-tree.ts'
import { readParams } from './params.ts'
import { parseForm } from './parse-form.ts'
import { paymentRoutes } from './payment-routes.ts'
import { portalRoutes } from './portal-routes.ts'
import type { Result, Route } from './route.ts'
import { searchRoutes } from './search.ts'
import { sessionRoutes } from './session-routes.ts'
import { StripeError } from './stripe-error.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

export interface ApiCall {
  method: string
  path: string
  /** The body of a POST, the query string of the others. */
  form: string
  authorization: string | undefined
  version: string | undefined
  idempotencyKey: string | undefined
}

export interface ApiResult {
  status: number
  body: unknown
  headers: Record<string, string>
}

export const routes: Route[] = [
  // Before the others: `search` is no id.
  ...searchRoutes,
  ...customerRoutes,
  ...catalogueRoutes,
  ...discountRoutes,
  ...sessionRoutes,
  ...portalRoutes,
  ...subscriptionRoutes,
  ...paymentRoutes,
  ...eventRoutes,
]

/** docs.stripe.com/api/idempotent_requests: keys can be removed once they are at least 24 hours old. */
const keyLifeSeconds = 24 * 3_600
const longestKey = 255
/** `2026-10-28.endive`, `2020-08-27`, `2025-09-30.preview; feature=v1` */
const versionPattern = /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?(\s*;.*)?$/

/** Handles calls of the API; `delay` is where a test makes one slow. */
export function createApi(transactor: Transactor, secretKey: string, runDueJobs: () => Promise<void>) {
  const busyKeys = new Set<string>()
  const warned = new Set<string>()
  const warnOfIgnored = (line: string) => {
    if (warned.has(line)) return
    warned.add(line)
    process.stderr.write(`emulator: ${line}\n`)
  }

  return async (call: ApiCall, delay: () => Promise<void>): Promise<ApiResult> => {
    const requestId = newId('req', 14)
    const headers: Record<string, string> = {
      'request-id': requestId,
      'stripe-version': call.version ?? apiVersion,
      ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
    }
    const key = call.method === 'POST' ? call.idempotencyKey : undefined
    let holdsKey = false
    try {
      checkKey(call.authorization, secretKey)
      checkVersion(call.version)
      if (key !== undefined) {
        if (key.length > longestKey) throw keyTooLong()
        if (busyKeys.has(key)) throw keyInUse(key)
        busyKeys.add(key)
        holdsKey = true
      }
      await delay()
      await runDueJobs()
      const about = { id: requestId, idempotency_key: call.idempotencyKey ?? null }
      const { replayed, ...response } = await transactor.transact(
        (tx) => perform(tx, call, key, about, warnOfIgnored),
        { request: about },
      )
      return { ...response, headers: replayed ? { ...headers, 'idempotent-replayed': 'true' } : headers }
    } catch (error) {
      const failure = error instanceof StripeError ? error : unexpected(error)
      return { status: failure.status, body: failure.toBody(logUrl(requestId)), headers }
    } finally {
      if (holdsKey && key !== undefined) busyKeys.delete(key)
    }
  }
}

type Performed = { status: number; body: unknown; replayed: boolean }

function perform(
  tx: Tx,
  call: ApiCall,
  key: string | undefined,
  request: RequestInfo,
  warn: (line: string) => void,
): Performed {
  const found = findRoute(call.method, call.path)
  const raw = parseForm(call.form)
  const fingerprint = fingerprintOf(call)
  const stored = key === undefined ? undefined : tx.get('answers', key)
  if (stored && stored.storedMs > (tx.now - keyLifeSeconds) * 1_000) {
    if (stored.fingerprint !== fingerprint) throw keyReused(key)
    return { status: stored.status, body: stored.body, replayed: true }
  }
  const { name, params: schema } = found.route
  const params = readParams(schema, raw, paramTree(knownParams[name] ?? 'expand'), (names) =>
    warn(`${name}: ${names.join(', ')} ignored: Stripe knows it, the emulator does not act on it`),
  )
  const response = found.route.handle({ tx, params, ids: found.ids, version: call.version ?? apiVersion })
  const paths = (params as { expand?: string[] }).expand ?? []
  const result =
    response instanceof StripeError
      ? { status: response.status, body: response.toBody(logUrl(request.id ?? '')) }
      : { status: 200, body: expandPaths(tx, asWire(tx, response), paths) }
  // As at Stripe, what failed the checks is not kept: the caller may mend it and use the key again.
  if (key !== undefined) {
    tx.put('answers', {
      id: key,
      fingerprint,
      ...result,
      requestId: request.id ?? '',
      storedMs: tx.now * 1_000,
    })
  }
  return { ...result, replayed: false }
}

const fingerprintOf = ({ method, path, form }: ApiCall): string =>
  createHash('sha256')
    .update(`${method} ${path} ${JSON.stringify(parseForm(form))}`)
    .digest('hex')

/**
 * docs.stripe.com/api/idempotent_requests: the status code and body of the first request are saved whether it succeeds or
 * fails, and later ones with the same key get the same result, 500 included.
 */
export async function saveResponse(transactor: Transactor, call: ApiCall, status: number, body: unknown) {
  const { method, idempotencyKey: key } = call
  if (method !== 'POST' || key === undefined) return
  await transactor.transact((tx) =>
    tx.put('answers', {
      id: key,
      fingerprint: fingerprintOf(call),
      status,
      body,
      requestId: '',
      storedMs: tx.now * 1_000,
    }),
  )
}

function asWire(tx: Tx, response: Result): Record<string, unknown> {
  return present(tx, response as Parameters<typeof present>[1])
}

function findRoute(method: string, path: string): { route: Route; ids: string[] } {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path) : null
    if (match) return { route, ids: match.slice(1).map(decodeURIComponent) }
  }
  throw new StripeError(
    404,
    `Unrecognized request URL (${method}: ${path}). The emulator has no such resource.`,
  )
}

function checkKey(authorization: string | undefined, secretKey: string) {
  if (!authorization) {
    const how = `provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')`
    throw new StripeError(401, `You did not provide an API key. You need to ${how}.`)
  }
  const [scheme, value = ''] = authorization.split(' ')
  const given = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().replace(/:$/, '') : value
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (timingSafeEqual(digest(given), digest(secretKey))) return
  throw new StripeError(401, `Invalid API Key provided: ${given.slice(0, 8)}***${given.slice(-4)}`)
}

/** docs.stripe.com/api/versioning: any version may be sent and is echoed. The shapes returned are always the newest. */
function checkVersion(version: string | undefined) {
  if (version === undefined || versionPattern.test(version)) return
  throw new StripeError(400, `Invalid Stripe API version: ${version}`)
}

function keyTooLong(): StripeError {
  const message = `Idempotency keys can be at most ${longestKey} characters long.`
  return new StripeError(400, message, { type: 'idempotency_error' })
}

function keyInUse(key: string): StripeError {
  const message = `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`
  return new StripeError(409, message, { type: 'idempotency_error', code: 'idempotency_key_in_use' })
}

function keyReused(key: string | undefined): StripeError {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return new StripeError(400, message, { type: 'idempotency_error' })
}

function unexpected(error: unknown): StripeError {
  process.stderr.write(`emulator: ${error instanceof Error ? error.stack : String(error)}\n`)
  return new StripeError(500, 'An unknown error occurred in the emulator.', { type: 'api_error' })
}

function logUrl(requestId: string): string {
  return `https://dashboard.stripe.com/test/logs/${requestId}`
}
