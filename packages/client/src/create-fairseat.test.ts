import { describe, expect, test } from 'vitest'
import { createFairseat, type FairseatOptions } from './create-fairseat.ts'
import type { CustomerState } from './customer-state.ts'
import { FairseatError } from './fairseat-error.ts'

const ana: CustomerState = {
  id: 'usr_ana',
  externalId: '42',
  email: 'ana@example.com',
  plan: 'monthly',
  status: 'active',
  features: ['projects:unlimited'],
  trialEndsAt: null,
  periodEndsAt: '2026-12-16T10:00:00.000Z',
  cancelAtPeriodEnd: false,
  graceEndsAt: null,
  seat: null,
  livemode: false,
  version: 3,
  updatedAt: '2026-11-16T10:00:00.000Z',
}
const free: CustomerState = { ...ana, plan: 'free', status: 'canceled', features: [], version: 4 }
const unknownCustomer = () =>
  Response.json({ error: 'No such customer.', code: 'unknown-customer' }, { status: 404 })
const html = (status: number) => new Response('<h1>nginx</h1>', { status })

interface SentRequest {
  method: string
  path: string
  headers: Headers
  body: unknown
}

/** A Fairseat whose answer the test sets; `respond` may wait or throw. */
function fakeFairseat(options: Partial<FairseatOptions> = {}) {
  const requests: SentRequest[] = []
  const fake = {
    requests,
    clockMs: 1_000_000,
    respond: async (_: SentRequest): Promise<Response> => withEtag(ana),
  }
  return Object.assign(fake, {
    fairseat: createFairseat({
      url: 'https://shop.example/',
      apiKey: 'fs_key',
      now: () => fake.clockMs,
      fetch: async (url, init) => {
        const request = {
          method: init.method ?? 'GET',
          path: url.replace('https://shop.example/api/v1', ''),
          headers: new Headers(init.headers),
          body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        }
        requests.push(request)
        expect(init).toMatchObject({ redirect: 'manual', signal: expect.any(AbortSignal) })
        return fake.respond(request)
      },
      ...options,
    }),
  })
}

const withEtag = (state: CustomerState) =>
  Response.json(state, { headers: { etag: `"${state.id}.${state.version}"` } })

const isDown = async (): Promise<Response> => {
  throw new TypeError('fetch failed')
}

const canProject = ({ fairseat }: ReturnType<typeof fakeFairseat>) =>
  fairseat.can('usr_ana', 'projects:unlimited')

describe('can', () => {
  test('is true for a feature that the state has, false for one that it has not, with the key as bearer', async () => {
    const fake = fakeFairseat()
    expect(await canProject(fake)).toBe(true)
    expect(await fake.fairseat.can('usr_ana', 'priority-support')).toBe(false)
    expect(fake.requests.map(({ path }) => path)).toEqual(['/customers/usr_ana'])
    expect(fake.requests[0]?.headers.get('authorization')).toBe('Bearer fs_key')
  })

  test('asks again after cacheMs, and by the version that is known', async () => {
    const fake = fakeFairseat()
    await canProject(fake)
    expect(fake.requests[0]?.headers.get('if-none-match')).toBeNull()
    fake.clockMs += 4_999
    await canProject(fake)
    expect(fake.requests).toHaveLength(1)
    fake.clockMs += 1
    fake.respond = async () => new Response(null, { status: 304 })
    expect(await canProject(fake)).toBe(true)
    expect(fake.requests[1]?.headers.get('if-none-match')).toBe(`"${ana.id}.3.${Date.parse(ana.updatedAt)}"`)
    fake.clockMs += 4_999
    await canProject(fake)
    expect(fake.requests).toHaveLength(2)
    fake.clockMs += 1
    fake.respond = async () => withEtag(free)
    expect(await canProject(fake)).toBe(false)
  })

  test('whoever is forgotten while Fairseat says that nothing has changed is still known', async () => {
    const fake = fakeFairseat()
    await canProject(fake)
    fake.clockMs += 5_000
    fake.respond = async () => {
      for (let n = 0; n < 20_000; n += 1)
        fake.fairseat.remember({ ...free, id: `usr_${n}`, externalId: null })
      return new Response(null, { status: 304 })
    }
    expect(await canProject(fake)).toBe(true)
  })

  test('many at once are one request', async () => {
    const fake = fakeFairseat()
    const answers = await Promise.all(Array.from({ length: 50 }, () => canProject(fake)))
    expect(answers).toEqual(Array(50).fill(true))
    expect(fake.requests).toHaveLength(1)
  })

  test('takes the id that your product gave, and one answer serves both ids', async () => {
    const fake = fakeFairseat()
    expect(await fake.fairseat.can({ externalId: '42' }, 'projects:unlimited')).toBe(true)
    expect(await canProject(fake)).toBe(true)
    expect(fake.requests.map(({ path }) => path)).toEqual(['/customers/external/42'])
  })

  test('an id cannot lead to another path of the API', async () => {
    const fake = fakeFairseat()
    await fake.fairseat.can('../grants?x=1#', 'a')
    await fake.fairseat.can({ externalId: 'a/b' }, 'a')
    expect(fake.requests.map(({ path }) => path)).toEqual([
      '/customers/..%2Fgrants%3Fx%3D1%23',
      '/customers/external/a%2Fb',
    ])
  })

  test('an unknown customer has nothing, until the customer is there', async () => {
    const fake = fakeFairseat()
    fake.respond = async () => unknownCustomer()
    expect(await canProject(fake)).toBe(false)
    fake.fairseat.remember(ana)
    expect(await canProject(fake)).toBe(true)
  })

  test.each([401, 403])(
    'a key that is refused (%i) throws, also where something is known',
    async (status) => {
      const fake = fakeFairseat()
      await canProject(fake)
      fake.clockMs += 60_000
      fake.respond = async () =>
        Response.json({ error: 'Not this key.', code: 'api-key-refused' }, { status })
      await expect(canProject(fake)).rejects.toMatchObject({ status, message: 'Not this key.' })
      fake.respond = async () => html(status)
      await expect(canProject(fake)).rejects.toBeInstanceOf(FairseatError)
    },
  )
})

const outages: [string, () => Promise<Response>][] = [
  ['does not answer', isDown],
  ['answers 500', async () => html(500)],
  ['answers 503', async () => Response.json({ error: 'Down.', code: 'database-down' }, { status: 503 })],
  ['answers 429', async () => html(429)],
  ['is a proxy that finds none', async () => html(404)],
  ['is a page of somebody else', async () => html(200)],
  ['answers with another shape', async () => Response.json({ id: 'usr_ana', features: 'all' })],
]

describe.each(outages)('while Fairseat %s', (_, outage) => {
  test('can goes on with what it knew, up to maxStaleMs, then is unknown, and recovers', async () => {
    const fake = fakeFairseat({ maxStaleMs: 3_600_000 })
    await canProject(fake)
    fake.respond = outage
    fake.clockMs += 3_600_000
    expect(await canProject(fake)).toBe(true)
    expect(await fake.fairseat.can('usr_ana', 'priority-support')).toBe(false)
    fake.clockMs += 1
    expect(await canProject(fake)).toBe('unknown')
    fake.clockMs += 5_000
    fake.respond = async () => withEtag(ana)
    expect(await canProject(fake)).toBe(true)
  })

  test('a customer of whom nothing is known is unknown, neither open nor shut', async () => {
    const fake = fakeFairseat()
    fake.respond = outage
    expect(await canProject(fake)).toBe('unknown')
  })

  test('it is asked once in cacheMs for a customer, not at every call', async () => {
    const fake = fakeFairseat()
    fake.respond = outage
    await canProject(fake)
    await canProject(fake)
    expect(fake.requests).toHaveLength(1)
    fake.clockMs += 5_000
    await canProject(fake)
    expect(fake.requests).toHaveLength(2)
  })

  test('a direct question throws instead of an answer', async () => {
    const fake = fakeFairseat()
    fake.respond = outage
    await expect(fake.fairseat.customers.get('usr_ana')).rejects.toMatchObject({ isTemporary: true })
  })
})

test('an answer that does not come is given up after timeoutMs', async () => {
  const fairseat = createFairseat({
    url: 'https://shop.example',
    apiKey: 'fs_key',
    timeoutMs: 20,
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  })
  // Node lets a process end while only such a timer runs.
  const alive = setInterval(() => {}, 1_000)
  expect(await fairseat.can('usr_ana', 'projects:unlimited')).toBe('unknown')
  clearInterval(alive)
})

describe('remember', () => {
  test('a webhook counts at once, without a request', async () => {
    const fake = fakeFairseat()
    await canProject(fake)
    fake.fairseat.remember(free)
    expect(await canProject(fake)).toBe(false)
    expect(await fake.fairseat.can({ externalId: '42' }, 'projects:unlimited')).toBe(false)
    expect(fake.requests).toHaveLength(1)
  })

  test('an older version is dropped', async () => {
    const fake = fakeFairseat()
    fake.fairseat.remember(free)
    fake.fairseat.remember(ana)
    expect(await canProject(fake)).toBe(false)
  })

  test.each<[string, () => Response]>([
    ['an older state', () => withEtag({ ...free, version: 3 })],
    ['that nothing changed', () => new Response(null, { status: 304 })],
    ['that there is no such customer', unknownCustomer],
  ])(
    'an answer that was under way when the webhook came, and says %s, does not undo it',
    async (_, answer) => {
      const fake = fakeFairseat()
      fake.fairseat.remember({ ...free, version: 2 })
      fake.clockMs += 5_000
      fake.respond = async () => {
        fake.fairseat.remember({ ...ana, version: 4 })
        return answer()
      }
      expect(await canProject(fake)).toBe(true)
    },
  )

  test('the API has the last word: after a restored backup its versions are lower', async () => {
    const fake = fakeFairseat()
    fake.fairseat.remember({ ...free, version: 900 })
    fake.clockMs += 5_000
    expect(await canProject(fake)).toBe(true)
  })

  test('your user who was deleted and came back is another customer, whose versions begin again', async () => {
    const fake = fakeFairseat()
    fake.fairseat.remember({ ...free, version: 900 })
    fake.fairseat.remember({ ...ana, id: 'usr_new', version: 1, updatedAt: '2026-11-17T10:00:00.000Z' })
    expect(await fake.fairseat.can({ externalId: '42' }, 'projects:unlimited')).toBe(true)
  })
})

describe('customers', () => {
  test('are found by id, by your id and by e-mail; null when there is none', async () => {
    const fake = fakeFairseat()
    const { customers } = fake.fairseat
    expect(await customers.get('usr_ana')).toEqual(ana)
    expect(await customers.byExternalId('42')).toEqual(ana)
    expect(await customers.byEmail('ana+1@example.com')).toEqual(ana)
    expect(fake.requests.map(({ path }) => path)).toEqual([
      '/customers/usr_ana',
      '/customers/external/42',
      '/customers?email=ana%2B1%40example.com',
    ])
    fake.respond = async () => unknownCustomer()
    expect([
      await customers.get('x'),
      await customers.byExternalId('x'),
      await customers.byEmail('x'),
    ]).toEqual([null, null, null])
  })

  test('get asks every time, and what it heard serves can', async () => {
    const fake = fakeFairseat()
    await fake.fairseat.customers.get('usr_ana')
    fake.respond = async () => withEtag(free)
    expect(await fake.fairseat.customers.get('usr_ana')).toEqual(free)
    expect(await canProject(fake)).toBe(false)
    expect(fake.requests).toHaveLength(2)
  })

  test('save puts the user, and what it heard serves can', async () => {
    const fake = fakeFairseat()
    const user = { email: 'ana@example.com', name: 'Ana', emailVerified: true }
    expect(await fake.fairseat.customers.save('42', user)).toEqual(ana)
    expect(fake.requests[0]).toMatchObject({ method: 'PUT', path: '/customers/external/42', body: user })
    expect(fake.requests[0]?.headers.get('content-type')).toBe('application/json')
    expect(await fake.fairseat.can({ externalId: '42' }, 'projects:unlimited')).toBe(true)
    expect(fake.requests).toHaveLength(1)
  })

  test('a refusal is thrown with its sentence and code', async () => {
    const fake = fakeFairseat()
    fake.respond = async () =>
      Response.json({ error: 'Another has it.', code: 'email-taken' }, { status: 409 })
    await expect(fake.fairseat.customers.save('42', { email: 'ana@example.com' })).rejects.toMatchObject({
      name: 'FairseatError',
      status: 409,
      code: 'email-taken',
      message: 'Another has it.',
      isTemporary: false,
    })
  })

  test('a sign-in link is made for one customer', async () => {
    const fake = fakeFairseat()
    const link = { url: 'https://shop.example/sign-in/link?token=x', expiresAt: '2026-11-16T10:01:00.000Z' }
    fake.respond = async () => Response.json(link, { status: 201 })
    expect(await fake.fairseat.customers.createSignInLink('usr_ana', { next: '/account' })).toEqual(link)
    expect(await fake.fairseat.customers.createSignInLink('usr_ana')).toEqual(link)
    expect(fake.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/customers/usr_ana/sign-in-links', { next: '/account' }],
      ['POST', '/customers/usr_ana/sign-in-links', {}],
    ])
    fake.respond = async () => unknownCustomer()
    expect(await fake.fairseat.customers.createSignInLink('usr_ana')).toBeNull()
  })

  test('a redirect is not followed: the key is for one address', async () => {
    const fake = fakeFairseat()
    fake.respond = async () => Response.redirect('https://elsewhere.example/', 302)
    await expect(fake.fairseat.customers.get('usr_ana')).rejects.toThrow(/answered 302/)
  })
})

test('a missing key or address is named at once', () => {
  expect(() => createFairseat({ url: 'shop.example', apiKey: 'fs_key' })).toThrow(/url must begin with/)
  expect(() => createFairseat({ url: 'https://shop.example', apiKey: '' })).toThrow(/apiKey is missing/)
})
