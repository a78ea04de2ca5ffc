import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { ZodError, type z } from 'zod'
import * as contract from '../../core/integration/contract.ts'
import { type CustomerState, renewingPlan } from '../../core/integration/customer-state.ts'
import type { Drizzle } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { apiKeyChecks } from '../http/api-key-checks.ts'
import { bearerAuth } from '../http/bearer-auth.ts'
import { readJson } from '../http/read-json.ts'
import { createTokenBuckets } from '../http/token-bucket.ts'
import { enqueueJob } from '../jobs/store.ts'
import type { Log } from '../log.ts'
import { findMailAddress } from '../mail-address.ts'
import { type OperationEntry, recordOperation } from '../operations/audit-log-store.ts'
import { type ApiKey, createKeyCheck } from './api-key.ts'
import { openApiDocument } from './openapi.ts'
import { isDecodable, storableParams } from './path-params.ts'
import {
  findIdByEmail,
  findIdByExternalId,
  type GrantRow,
  insertGrant,
  listGrants,
  listSubscriptions,
  lockState,
  revokeGrant,
} from './store.ts'

interface ExternalUser {
  externalId: string
  email: string
  name?: string | undefined
  emailVerified: boolean
}

interface SavedExternalUser {
  userId: string
  outcome: 'created' | 'updated' | 'unchanged'
  /** The address until now, where it changed. */
  emailBefore?: string | undefined
  isLinked?: true
}

type RecordSaved = (tx: Drizzle, saved: SavedExternalUser) => Promise<void>

export interface ApiRouteDeps {
  db: Drizzle
  /** For reads, which never wait for billing's connections. */
  readers: Drizzle
  siteUrl: string
  product: string
  now: () => Date
  readState: (userId: string) => Promise<CustomerState | null>
  recordState: (tx: Drizzle, userId: string) => Promise<void>
  wakeJobs: () => void
  apiKeys: readonly ApiKey[]
  requestsPerSecond: number
  log: Log
  /** Calls `record` in the transaction of a change. */
  saveExternalUser: (user: ExternalUser, record: RecordSaved) => Promise<SavedExternalUser>
  createSignInLink: (
    userId: string,
    next: string | undefined,
    record: (tx: Drizzle) => Promise<void>,
  ) => Promise<contract.SignInLink | null>
}

type ApiEnv = { Variables: { apiKey: ApiKey; requestId: string } }

/** Calls that may come at once. */
const burstSeconds = 5
/** Refused calls that are recorded for each key in each process, so that a flood of them cannot fill the disk. */
const recordedRefusals = { perSecond: 1 / 60, burst: 100 }

/** The API for the product's own server. Everything but its description needs a key. */
export function apiRoutes(deps: ApiRouteDeps) {
  const { db, readers, readState, recordState, requestsPerSecond } = deps
  const routes = new Hono<ApiEnv>().basePath(contract.apiBase)

  const openApi = openApiDocument(deps)
  routes.get('/openapi.json', (c) => c.json(openApi))

  routes.use(
    bearerAuth({
      checkKey: createKeyCheck(deps.apiKeys),
      countUse: createTokenBuckets({ perSecond: requestsPerSecond, burst: requestsPerSecond * burstSeconds }),
    }),
  )

  type Recorded = Omit<OperationEntry, 'actor' | 'requestId'>
  const record = (c: Context<ApiEnv>, tx: Drizzle, entry: Recorded) =>
    recordOperation(tx, {
      ...entry,
      actor: { apiKey: c.get('apiKey').name },
      requestId: c.get('requestId'),
    })

  const { reads, changes } = apiKeyChecks<OperationEntry['operation'], ApiEnv>({
    countRefusal: createTokenBuckets(recordedRefusals),
    async recordRefusal(c, operation, result) {
      const { id = null, externalId = null, grantId = null } = storableParams(c.req.param())
      const userId = externalId === null ? id : await findIdByExternalId(readers, externalId)
      await record(c, db, { operation, userId, result, input: { customer: id, externalId, grantId } })
    },
    log: deps.log,
  })

  routes.use(async (c, next) => {
    // Hono leaves a path as it is when it cannot be decoded.
    if (!isDecodable(c.req.path)) throw new AppError('bad-api-request')
    await next()
  })

  async function respondState(c: Context, id: string | null, status: 200 | 201 = 200): Promise<Response> {
    const state = id === null ? null : await readState(id)
    if (!state) throw new AppError('unknown-customer')
    // The id too: a user of the product may get another customer, whose versions begin again. And the time: after a restored
    // backup a version is given again.
    const etag = `"${state.id}.${state.version}.${Date.parse(state.updatedAt)}"`
    // Before its first change a state follows from the catalogue alone, which counts no versions.
    if (state.version > 0) c.header('etag', etag)
    c.header('cache-control', 'private, no-cache')
    const known = (c.req.header('if-none-match') ?? '')
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
    if (status === 200 && c.req.method === 'GET' && known.includes(etag) && state.version > 0)
      return c.body(null, 304)
    return c.json(state satisfies CustomerState, status)
  }

  async function requireCustomer(c: Context): Promise<string> {
    const state = await readState(c.req.param('id') ?? '')
    if (!state) throw new AppError('unknown-customer')
    return state.id
  }

  routes.get('/customers', reads('read'), async (c) => {
    const email = c.req.query('email')
    if (email === undefined) throw new AppError('bad-api-request')
    const address = findMailAddress(email)
    return respondState(c, address && (await findIdByEmail(readers, address)))
  })

  routes.get('/customers/:id', reads('read'), (c) => respondState(c, c.req.param('id')))

  routes.get('/customers/external/:externalId', reads('read'), async (c) =>
    respondState(c, await findIdByExternalId(readers, c.req.param('externalId'))),
  )

  routes.put('/customers/external/:externalId', changes('write', 'customer.update'), async (c) => {
    const externalId = read(contract.ExternalId, c.req.param('externalId'))
    const body = await readJson(c, contract.CustomerUpdate, 'bad-api-request')
    const { userId, outcome } = await deps.saveExternalUser({ externalId, ...body }, (tx, saved) => {
      // The new mailbox, or the user of the linked id, can sign in as this customer.
      if ((saved.emailBefore || saved.isLinked) && !c.get('apiKey').scopes.has('sign-in'))
        throw new AppError('needs-scope-sign-in')
      return record(c, tx, {
        operation: 'customer.update',
        userId: saved.userId,
        input: { externalId, ...body, name: body.name ?? null, emailBefore: saved.emailBefore ?? null },
        result: saved.outcome,
      })
    })
    deps.wakeJobs()
    return respondState(c, userId, outcome === 'created' ? 201 : 200)
  })

  routes.post('/customers/:id/sign-in-links', changes('sign-in', 'sign-in-link.create'), async (c) => {
    const { next } = await readJson(c, contract.SignInLinkRequest, 'bad-api-request')
    const userId = await requireCustomer(c)
    const link = await deps.createSignInLink(userId, next, (tx) =>
      record(c, tx, {
        operation: 'sign-in-link.create',
        userId,
        input: { next: next ?? null },
        result: 'created',
      }),
    )
    if (!link) throw new AppError('unknown-customer')
    return c.json(link satisfies contract.SignInLink, 201)
  })

  /** Those that were not taken back, also of whoever never got the response that names one. */
  routes.get('/customers/:id/grants', reads('gifts', 'read'), async (c) => {
    const userId = await requireCustomer(c)
    const subscriptions = await listSubscriptions(readers, userId)
    const grants = (await listGrants(readers, userId)).map((row) => shownGrant(row, subscriptions))
    return c.json({ grants } satisfies contract.GrantList)
  })

  routes.post('/customers/:id/grants', changes('gifts', 'gift.create'), async (c) => {
    const { plan, until, reason } = await readJson(c, contract.GrantRequest, 'bad-api-request')
    const userId = await requireCustomer(c)
    const end = until === undefined ? null : new Date(until)
    if (end && end <= deps.now()) throw new AppError('grant-in-the-past')
    const id = `grant_${randomUUID()}`
    const grant = await db.transaction(async (tx) => {
      // Deleted meanwhile.
      if (!(await lockState(tx, userId))) throw new AppError('unknown-customer')
      const [row] = await insertGrant(tx, {
        id,
        userId,
        plan,
        until: end,
        reason,
        grantedBy: c.get('apiKey').name,
      })
      const input = { grantId: id, plan, until: until ?? null }
      await record(c, tx, { operation: 'gift.create', userId, input, reason, result: 'created' })
      if (end) await enqueueJob(tx, { kind: 'end-grant', key: id, payload: { userId }, runAt: end })
      await recordState(tx, userId)
      return row && shownGrant(row, await listSubscriptions(tx, userId))
    })
    if (!grant) throw new AppError('unexpected')
    deps.wakeJobs()
    return c.json(grant, 201)
  })

  routes.delete('/customers/:id/grants/:grantId', changes('gifts', 'gift.revoke'), async (c) => {
    const userId = await requireCustomer(c)
    const grantId = c.req.param('grantId')
    const grant = await db.transaction(async (tx) => {
      const row = await revokeGrant(tx, { id: grantId, userId, revokedBy: c.get('apiKey').name })
      if (!row) throw new AppError('unknown-grant')
      const input = { grantId, plan: row.plan }
      await record(c, tx, { operation: 'gift.revoke', userId, input, result: 'revoked' })
      await recordState(tx, userId)
      return shownGrant(row, await listSubscriptions(tx, userId))
    })
    deps.wakeJobs()
    return c.json(grant)
  })

  routes.all('*', () => {
    throw new AppError('unknown-path')
  })

  return routes
}

const shownGrant = (
  { id, plan, until, reason, createdAt, revokedAt }: GrantRow,
  subscriptions: Parameters<typeof renewingPlan>[0],
): contract.Grant => ({
  id,
  plan,
  until: until?.toISOString() ?? null,
  reason,
  createdAt: createdAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  renewingPlan: renewingPlan(subscriptions),
})

function read<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  try {
    return schema.parse(value)
  } catch (error) {
    if (error instanceof ZodError) throw new AppError('bad-api-request')
    throw error
  }
}
