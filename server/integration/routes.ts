import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { ZodError, type z } from 'zod'
import * as contract from '../../core/integration/contract.ts'
import { type CustomerState, renewingPlan } from '../../core/integration/customer-state.ts'
import type { Drizzle } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { bearerAuth } from '../http/bearer-auth.ts'
import { readJson } from '../http/read-json.ts'
import { createTokenBuckets } from '../http/token-bucket.ts'
import { enqueueJob } from '../jobs/store.ts'
import { createKeyCheck } from './api-key.ts'
import { openApiDocument } from './openapi.ts'
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
  apiKeys: readonly string[]
  requestsPerSecond: number
  saveExternalUser: (
    user: ExternalUser,
  ) => Promise<{ userId: string; outcome: 'created' | 'updated' | 'unchanged' }>
  createSignInLink: (userId: string, next?: string) => Promise<contract.SignInLink | null>
}

type ApiEnv = { Variables: { keyName: string } }

/** Calls that may come at once. */
const burstSeconds = 5

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

  routes.get('/customers', async (c) => {
    const email = c.req.query('email')
    if (email === undefined) throw new AppError('bad-api-request')
    return respondState(c, await findIdByEmail(readers, email.trim().toLowerCase()))
  })

  routes.get('/customers/:id', (c) => respondState(c, c.req.param('id')))

  routes.get('/customers/external/:externalId', async (c) =>
    respondState(c, await findIdByExternalId(readers, c.req.param('externalId'))),
  )

  routes.put('/customers/external/:externalId', async (c) => {
    const externalId = read(contract.ExternalId, c.req.param('externalId'))
    const body = await readJson(c, contract.CustomerUpdate, 'bad-api-request')
    const { userId, outcome } = await deps.saveExternalUser({ externalId, ...body })
    deps.wakeJobs()
    return respondState(c, userId, outcome === 'created' ? 201 : 200)
  })

  routes.post('/customers/:id/sign-in-links', async (c) => {
    const { next } = await readJson(c, contract.SignInLinkRequest, 'bad-api-request')
    const link = await deps.createSignInLink(await requireCustomer(c), next)
    if (!link) throw new AppError('unknown-customer')
    return c.json(link satisfies contract.SignInLink, 201)
  })

  /** Those that were not taken back, also of whoever never got the response that names one. */
  routes.get('/customers/:id/grants', async (c) => {
    const userId = await requireCustomer(c)
    const subscriptions = await listSubscriptions(readers, userId)
    const grants = (await listGrants(readers, userId)).map((row) => shownGrant(row, subscriptions))
    return c.json({ grants } satisfies contract.GrantList)
  })

  routes.post('/customers/:id/grants', async (c) => {
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
        grantedBy: c.get('keyName'),
      })
      if (end) await enqueueJob(tx, { kind: 'end-grant', key: id, payload: { userId }, runAt: end })
      await recordState(tx, userId)
      return row && shownGrant(row, await listSubscriptions(tx, userId))
    })
    if (!grant) throw new AppError('unexpected')
    deps.wakeJobs()
    return c.json(grant, 201)
  })

  routes.delete('/customers/:id/grants/:grantId', async (c) => {
    const userId = await requireCustomer(c)
    const grant = await db.transaction(async (tx) => {
      const row = await revokeGrant(tx, { id: c.req.param('grantId'), userId, revokedBy: c.get('keyName') })
      if (!row) throw new AppError('unknown-grant')
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

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function read<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  try {
    return schema.parse(value)
  } catch (error) {
    if (error instanceof ZodError) throw new AppError('bad-api-request')
    throw error
  }
}
