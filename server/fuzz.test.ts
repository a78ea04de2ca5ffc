import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { serve } from '@hono/node-server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type BillingKit, startBillingKit } from '../tests/support/billing/billing-kit.ts'
import { createMigratedDatabase } from '../tests/support/database/create-postgres-database.ts'
import { testSeed } from '../tests/support/test-seed.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { limitServer, serverOptions } from './http/server-limits.ts'
import { createApiKey } from './integration/api-key.ts'

/** `npm run torture` asks for more. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 800)
const rawRequests = Number(process.env.FUZZ_RAW_REQUESTS ?? 100)
const atOnce = 16
/** Only a request that hangs gets there. */
const answerLimitMs = 120_000
const seed = testSeed('FUZZ_SEED', 20_261_116)

/** Half a character cannot stand in an address. */
const wellFormed = (text: string): string => Buffer.from(text).toString()

// ---- what attackers, broken clients and bored people send

const hostile = fc.constantFrom(
  ...["' or 1=1 --", "'; drop table users; --", '\u0000', '\ud800', '../../../etc/passwd', '%00', '{{7*7}}'],
  ...[
    '__proto__',
    'constructor',
    '<script>',
    '\r\nset-cookie: a=b',
    '👩‍👩‍👧',
    'a'.repeat(5_000),
    '-1',
    'NaN',
    '1e309',
  ],
  ...[
    'evt_1',
    'cs_test_1',
    'cus_1',
    'null',
    'undefined',
    'true',
    '[object Object]',
    '//evil.example',
    'javascript:1',
  ],
)
const word = fc.oneof(hostile, fc.string(), fc.string({ unit: 'binary' }), fc.emailAddress())
const field = fc.constantFrom(
  ...[
    'email',
    'type',
    'otp',
    'plan',
    'code',
    'provider',
    'callbackURL',
    'next',
    'session_id',
    'refresh',
    'to',
  ],
  ...['token', 'client_id', 'redirect_uri', 'response_type', 'scope', 'prompt', 'max_age', 'grant_type'],
  ...[
    'client_secret',
    'code_verifier',
    'code_challenge',
    'code_challenge_method',
    'id_token_hint',
    'refresh_token',
  ],
  ...['state', 'error', 'userId', 'id', '__proto__', 'constructor', 'data', 'object', 'disableRefresh'],
)
const known = fc.constantFrom<unknown>(
  'sign-in',
  'monthly',
  'lifetime',
  'email-verification',
  '000000',
  'product',
  'code',
  1,
  null,
  [],
)
const value = fc.oneof(known, word, fc.jsonValue())
const record = fc.dictionary(
  fc.oneof({ weight: 5, arbitrary: field }, { weight: 1, arbitrary: word }),
  value,
  {
    maxKeys: 6,
  },
)
const body = fc.oneof(
  record.map((fields) => JSON.stringify(fields)),
  fc.jsonValue().map((json) => JSON.stringify(json)),
  fc
    .record({ id: word, object: fc.constant('event'), type: word, created: value, data: record })
    .map((event) => JSON.stringify(event)),
  word,
  fc.uint8Array({ maxLength: 300 }),
)
const query = fc
  .array(
    fc.tuple(
      field,
      word.map((text) => wellFormed(text)),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => new URLSearchParams(pairs).toString())
const headerName = fc.constantFrom(
  ...[
    'cookie',
    'origin',
    'host',
    // Most routes look at it first.
    ...['content-type', 'content-type', 'content-type'],
    'apikey',
    'stripe-signature',
    'x-forwarded-for',
    'x-request-id',
  ],
  ...[
    'if-none-match',
    'accept-encoding',
    'range',
    'authorization',
    'content-length',
    'transfer-encoding',
    'user-agent',
  ],
  ...[
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-http-method-override',
    'expect',
    'last-event-id',
    'referer',
  ],
)
const headerValue = fc.oneof(
  fc.constantFrom(
    'http://localhost',
    'null',
    'application/json',
    'text/plain',
    'multipart/form-data',
    'text/plain; application/json',
    'application/x-www-form-urlencoded; x=application/json',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'Application/JSON;charset="UTF-8"',
    't=1,v1=0',
    '*',
    '0',
  ),
  word,
)
const headers = fc.dictionary(headerName, headerValue, { maxKeys: 4 })
const method = fc.constantFrom('GET', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS')

interface Sent {
  route: { method: string; path: string }
  asDeclared: boolean
  method: string
  segment: string
  query: string
  headers: Record<string, string>
  body: string | Uint8Array
  sameSite: boolean
  /** The product's server, with its key; no browser. */
  withKey: boolean
  who: number
}

describe(`whatever is sent (FUZZ_SEED=${seed})`, () => {
  let database: Database
  let kit: BillingKit
  let cookies: string[]
  let buyerId: string
  const apiKey = createApiKey()
  beforeAll(async () => {
    const databaseUrl = await createMigratedDatabase(inject('postgresUrl'))
    database = await openDatabase({ databaseUrl, dataDir: 'unused', embeddedAllowed: false })
    const product = {
      clientId: 'product',
      name: 'Product',
      redirectUris: ['https://product.example/callback'],
    }
    kit = await startBillingKit(database.db, {
      env: {
        OIDC_CLIENTS: JSON.stringify([product]),
        API_KEYS: `${apiKey}:read+write+gifts+sign-in`,
        API_REQUESTS_PER_SECOND: '99999',
      },
    })
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    buyerId = buyer.id
    cookies = [cookieOf(buyer), ...(await signInSome(19))]
  })
  const cookieOf = (person: { cookies: Map<string, string> }) =>
    [...person.cookies].map((pair) => pair.join('=')).join('; ')
  const signInSome = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => kit.signIn()))).map(cookieOf)
  afterAll(async () => {
    await kit.stop()
    await database.close()
  })

  const sent = () => {
    const routes = kit.app.routes.filter(
      ({ method: own, path }) => own !== 'ALL' && /^\/(api|sign-in)\//.test(path),
    )
    return fc.record<Sent>({
      route: fc.constantFrom(...routes),
      asDeclared: fc.boolean(),
      method,
      segment: fc
        .oneof(fc.constantFrom('a', 'google'), word)
        .map((text) => encodeURIComponent(wellFormed(text))),
      query,
      headers,
      body,
      sameSite: fc.boolean(),
      withKey: fc.boolean(),
      who: fc.nat(60),
    })
  }

  const asBrowser = ({ who, sameSite }: Sent) => ({
    ...(cookies[who] && { cookie: cookies[who] }),
    ...(sameSite && { origin: 'http://localhost' }),
  })

  function asRequest(one: Sent): Request | null {
    const own = one.asDeclared ? one.route.method : one.method
    const asServer = one.withKey && one.route.path.startsWith('/api/v1/')
    const segment = asServer && one.sameSite ? buyerId : one.segment
    const path = one.route.path.replace(/:\w+(\{.*\})?/, segment).replace(/:\w+/, one.segment)
    const all = {
      'x-forwarded-for': `10.${one.who}.${one.body.length % 250}.${one.query.length % 250}`,
      'content-type': 'application/json',
      ...(asServer ? { authorization: `Bearer ${apiKey}` } : asBrowser(one)),
      ...one.headers,
    }
    try {
      return new Request(`http://localhost${path}?${one.query}`, {
        method: own,
        headers: Object.entries(all).filter(([, text]) => isHeaderValue(text)) as [string, string][],
        ...(own !== 'GET' && own !== 'HEAD' && { body: one.body as BodyInit }),
      })
    } catch {
      return null
    }
  }

  test(`${requests} requests to the API: no defect, no stack, no hang`, { timeout: 3_600_000 }, async () => {
    const statuses = new Map<number, number>()
    let count = 0
    for (let round = 0; count < requests; round++) {
      const batch = fc.sample(sent(), { numRuns: atOnce * 32, seed: seed + round })
      const waiting = batch.values()
      // Signing out is among what is sent.
      if (round > 0) cookies.splice(1 + ((round * 4) % 19), 4, ...(await signInSome(4)))
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (const one of waiting) {
            const request = asRequest(one)
            if (!request) continue
            count += 1
            const { status, text } = await withTimeout(kit.app.request(request), one)
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
            if (isDefect(status, text)) throw new Error(`${status} ${text}\n${JSON.stringify(one)}`)
          }
        }),
      )
    }
    // All kinds of answers were reached: a fuzzer that is refused at once finds nothing.
    for (const status of [200, 400, 401, 403, 404, 415])
      expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(count / 400)
    process.stdout.write(
      `FUZZ_SEED=${seed}: ${count} requests, ${JSON.stringify(Object.fromEntries(statuses))}\n`,
    )
  })

  test(`${rawRequests} times bytes on a socket: an answer or a closed connection, and the next is served`, {
    timeout: 3_600_000,
  }, async () => {
    const server = serve({ fetch: kit.app.fetch, serverOptions, port: 0, hostname: '127.0.0.1' }) as Server
    limitServer(server, { headers: {}, record: () => {} })
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const line = fc.tuple(
      fc.constantFrom('GET', 'POST', 'HEAD', 'BREW', ''),
      fc.oneof(word, fc.constantFrom('/api/account', '/pricing', '*', 'http://x/')),
      fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/9', ''),
    )
    const raw = fc
      .tuple(line, fc.array(fc.tuple(fc.oneof(headerName, word), headerValue), { maxLength: 4 }), word)
      .map(
        ([start, pairs, rest]) =>
          `${start.join(' ')}\r\n${pairs.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n${rest}`,
      )
    try {
      const all = fc.sample(raw, { numRuns: rawRequests, seed }).values()
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (const bytes of all) {
            const result = await sendBytes(port, bytes)
            const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(result)?.[1] ?? 0)
            if (isDefect(status, result)) throw new Error(`${result}\n${JSON.stringify(bytes)}`)
          }
        }),
      )
      expect((await fetch(`http://127.0.0.1:${port}/pricing`)).status).toBe(200)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)

const isDefect = (status: number, text: string): boolean =>
  status >= 500 || /\n\s+at |node_modules|[/\\](server|core)[/\\]/.test(text)

async function withTimeout(result: Response | Promise<Response>, one: Sent) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer to ${JSON.stringify(one)}`)), answerLimitMs)
  })
  const response = await Promise.race([result, late])
  const text = await Promise.race([response.text(), late])
  clearTimeout(timer)
  return { status: response.status, text }
}

/** All that comes back; the connection is half closed after writing, so that the server need not wait. */
function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.end(bytes, 'latin1'),
    )
    let result = ''
    socket.setEncoding('latin1').on('data', (text) => {
      result += text
    })
    socket.on('end', () => resolve(result)).on('error', () => resolve(result))
    socket.setTimeout(answerLimitMs, () => {
      socket.destroy()
      reject(new Error(`No answer to ${JSON.stringify(bytes)}`))
    })
  })
}
