import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiKeyScope, apiKeyScopes } from '../../core/integration/api-key-scopes.ts'
import { createTestServer, siteUrl } from '../../tests/support/app/test-app.ts'
import { type BillingKit, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { auditLog, users } from '../db/schema.ts'
import { createApiKey, hashOfKey, nameOfKey } from './api-key.ts'

const keys = Object.fromEntries(apiKeyScopes.map((scope) => [scope, createApiKey()])) as Record<
  ApiKeyScope,
  string
>
const unscoped = createApiKey()
/** May change the address of a known customer. */
const moving = createApiKey()
const settings = [
  ...Object.entries(keys).map(([scope, key]) => `${hashOfKey(key)}:${scope}`),
  unscoped,
  `${moving}:write+sign-in`,
].join(',')
const nameOf = (key: string) => nameOfKey(hashOfKey(key))

interface Operation {
  operationId: string
  security: { apiKey: ApiKeyScope[] }[]
}

describeOnBothDatabases('keys of the API', (openTestDatabase) => {
  let kit: BillingKit
  beforeAll(async () => {
    kit = await startBillingKit((await openTestDatabase()).db, { env: { API_KEYS: settings } })
  })
  afterAll(() => kit.stop())

  async function call(key: string, method: string, path: string, body?: object, app = kit.app) {
    const response = await app.request(`${siteUrl}/api/v1${path}`, {
      method,
      headers: {
        host: 'localhost',
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      requestId: response.headers.get('x-request-id'),
      body: response.status === 304 ? null : await response.json(),
    }
  }
  const entriesOf = (key: string) =>
    kit.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.keyName, nameOf(key)))
      .orderBy(auditLog.id)
  const put = (externalId: string, email: string, key = keys.write, app = kit.app) =>
    call(key, 'PUT', `/customers/external/${externalId}`, { email, name: 'Ana', emailVerified: true }, app)
  const newEmail = () => `${Math.random()}@example.com`

  test('F91 a key may do what its scopes say, and each operation of the API names the one that it needs', async () => {
    const document = await (await kit.app.request(`${siteUrl}/api/v1/openapi.json`)).json()
    const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { operationId, security }]) => ({
          method: method.toUpperCase(),
          path: path === '/customers' ? '/customers?email=x@example.com' : path.replaceAll(/[{}]/g, ''),
          operationId,
          scopes: security.flatMap(({ apiKey }) => apiKey),
        })),
    )
    expect(operations).toHaveLength(8)
    for (const { method, path, operationId, scopes } of operations) {
      expect(scopes.length, operationId).toBeGreaterThan(0)
      for (const scope of apiKeyScopes) {
        const { status, body } = await call(keys[scope], method, path, method === 'GET' ? undefined : {})
        if (scopes.includes(scope)) expect(status, `${operationId} ${scope}`).not.toBe(403)
        else expect([status, body.code]).toEqual([403, `needs-scope-${scopes[0]}`])
      }
    }
  })

  test('F91 a key without scopes may only read; the refusal names the scope that is missing', async () => {
    const ana = await kit.signIn()
    expect((await call(unscoped, 'GET', `/customers/${ana.id}`)).status).toBe(200)
    const link = await call(unscoped, 'POST', `/customers/${ana.id}/sign-in-links`, {})
    expect([link.status, link.body]).toEqual([
      403,
      {
        code: 'needs-scope-sign-in',
        error: expect.stringMatching(/lacks the scope "sign-in"\. Add it .+ API_KEYS/),
      },
    ])
    expect((await put('x', newEmail(), unscoped)).body.code).toBe('needs-scope-write')
    const gift = await call(unscoped, 'POST', `/customers/${ana.id}/grants`, {
      plan: 'lifetime',
      reason: 'x',
    })
    expect(gift.body.code).toBe('needs-scope-gifts')
    expect(await ana.plan()).toBe('free')
    expect(await entriesOf(unscoped)).toMatchObject([
      { operation: 'sign-in-link.create', userId: ana.id, result: 'needs-scope-sign-in' },
      { operation: 'customer.update', userId: null, result: 'needs-scope-write', input: { externalId: 'x' } },
      { operation: 'gift.create', userId: ana.id, result: 'needs-scope-gifts' },
    ])
  })

  test('F91 every change is in the audit log with who made it, what was given and the id of the request', async () => {
    const [before, email] = [newEmail(), newEmail()]
    const made = await put('audited', before)
    const { id } = made.body
    await put('audited', before)
    const changed = await put('audited', email, moving)
    const [seen] = (await entriesOf(keys.write)).filter(({ userId }) => userId === id)
    const more = (await entriesOf(moving)).filter(({ userId }) => userId === id)
    expect(seen).toMatchObject({
      actor: 'api-key',
      keyName: nameOf(keys.write),
      operation: 'customer.update',
      input: { externalId: 'audited', email: before, name: 'Ana', emailVerified: true, emailBefore: null },
      requestId: made.requestId,
      result: 'created',
    })
    // The call in between changed nothing.
    expect(more).toMatchObject([
      { input: { email, emailBefore: before }, requestId: changed.requestId, result: 'updated' },
    ])

    const link = await call(keys['sign-in'], 'POST', `/customers/${id}/sign-in-links`, { next: '/account' })
    const linked = (await entriesOf(keys['sign-in'])).find(({ userId }) => userId === id)
    expect(linked).toMatchObject({
      operation: 'sign-in-link.create',
      userId: id,
      input: { next: '/account' },
    })
    expect(JSON.stringify(linked)).not.toContain(new URL(link.body.url).searchParams.get('token'))

    const gift = { plan: 'lifetime', reason: 'a prize' }
    const { body: grant } = await call(keys.gifts, 'POST', `/customers/${id}/grants`, gift)
    await call(keys.gifts, 'DELETE', `/customers/${id}/grants/${grant.id}`)
    await call(keys.gifts, 'DELETE', `/customers/${id}/grants/none`)
    expect((await entriesOf(keys.gifts)).filter(({ userId }) => userId === id)).toMatchObject([
      { operation: 'gift.create', input: { grantId: grant.id, plan: 'lifetime' }, reason: 'a prize' },
      { operation: 'gift.revoke', input: { grantId: grant.id, plan: 'lifetime' }, result: 'revoked' },
      { operation: 'gift.revoke', input: { grantId: 'none' }, result: 'unknown-grant' },
    ])
  })

  test('F91 a key that writes moves nobody’s account to another mailbox unless it may sign in as them', async () => {
    const [before, email] = [newEmail(), newEmail()]
    const { id } = (await put('moved', before)).body
    const refused = await put('moved', email)
    expect([refused.status, refused.body.code]).toEqual([403, 'needs-scope-sign-in'])
    expect((await call(keys.read, 'GET', `/customers/${id}`)).body.email).toBe(before)
    expect((await entriesOf(keys.write)).at(-1)).toMatchObject({ result: 'needs-scope-sign-in' })
    expect((await put('moved', email, moving)).body.email).toBe(email)

    const own = newEmail()
    await kit.signIn(own)
    const linked = await put('taken-over', own)
    expect([linked.status, linked.body.code]).toEqual([403, 'needs-scope-sign-in'])
    expect((await call(keys.read, 'GET', '/customers/external/taken-over')).status).toBe(404)
  })

  test('F91 a change that cannot be recorded is not made', async () => {
    const { body } = await put('unrecorded', newEmail())
    const silent = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} }
    const { app } = createTestServer(kit.db, { API_KEYS: settings }, {}, kit.payments, { log: silent })
    await kit.db.execute('alter table audit_log rename to audit_log_away')
    const gift = { plan: 'lifetime', reason: 'x' }
    const email = newEmail()
    const statuses = [
      await put('unrecorded', email, moving, app),
      await put('unrecorded-new', newEmail(), keys.write, app),
      await call(keys['sign-in'], 'POST', `/customers/${body.id}/sign-in-links`, {}, app),
      await call(keys.gifts, 'POST', `/customers/${body.id}/grants`, gift, app),
    ].map(({ status }) => status)
    await kit.db.execute('alter table audit_log_away rename to audit_log')
    expect(statuses).toEqual([500, 500, 500, 500])
    const { body: after } = await call(keys.read, 'GET', `/customers/${body.id}`)
    expect(after).toEqual(body)
    expect((await call(keys.read, 'GET', '/customers/external/unrecorded-new')).status).toBe(404)
    expect(await kit.db.$count(users, eq(users.email, email))).toBe(0)
  })

  test('F91 a flood of refused calls is recorded up to a limit', async () => {
    const own = createApiKey()
    const flooded = await startBillingKit(kit.db, { env: { API_KEYS: own, API_REQUESTS_PER_SECOND: '9999' } })
    for (let n = 0; n < 130; n += 1) {
      const response = await flooded.app.request(`${siteUrl}/api/v1/customers/nobody%00${n}/sign-in-links`, {
        method: 'POST',
        headers: { host: 'localhost', authorization: `Bearer ${own}` },
      })
      expect(response.status).toBe(403)
    }
    await flooded.stop()
    const recorded = await entriesOf(own)
    expect(recorded.length).toBeGreaterThanOrEqual(100)
    expect(recorded.length).toBeLessThan(130)
    expect(recorded[0]?.input).toMatchObject({ customer: 'nobody0' })
  })

  describe('F91 of a user who deletes the account', () => {
    test('what the entries say is removed; that something was done remains', async () => {
      const ana = await kit.signIn()
      await call(keys.gifts, 'POST', `/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'for Ana' })
      const mine = async () =>
        (await entriesOf(keys.gifts)).filter(({ operation }) => operation === 'gift.create').at(-1)
      expect(await mine()).toMatchObject({ userId: ana.id, reason: 'for Ana' })
      const exported = await (await ana.get('/api/account/export')).json()
      expect(exported.auditLog).toMatchObject([{ operation: 'gift.create', reason: 'for Ana' }])
      const { id } = (await mine()) ?? {}
      expect((await ana.deleteAccount()).status).toBe(200)
      expect(await mine()).toMatchObject({
        id,
        userId: null,
        operation: 'gift.create',
        input: {},
        reason: null,
        result: 'created',
        keyName: nameOf(keys.gifts),
      })
    })

    test('nothing stays of a change at the same moment', async () => {
      const people = await Promise.all(Array.from({ length: 3 }, () => kit.signIn()))
      const gift = { plan: 'monthly', reason: 'personal' }
      await Promise.all(
        people.flatMap((ana) => [
          ana.deleteAccount(),
          ...Array.from({ length: 3 }, () => call(keys.gifts, 'POST', `/customers/${ana.id}/grants`, gift)),
        ]),
      )
      const left = (await entriesOf(keys.gifts)).filter(
        ({ userId, reason }) => userId === null && reason === 'personal',
      )
      expect(left).toEqual([])
    })
  })
})
