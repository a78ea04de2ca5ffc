import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { makeSecret, makeWebhookSecret } from '../tests/support/app/made-secrets.ts'
import { emulatorKeys } from './billing/emulator-keys.ts'
import { parseEnvironment, readEnvironment, readStripeAccount, variableNames } from './env.ts'
import { createApiKey, hashOfKey } from './integration/api-key.ts'

const complete = {
  BACKEND_URL: 'http://127.0.0.1:3000',
  PUBLIC_KEY: 'pk_12345678',
  AUTH_SECRET: makeSecret(),
}

const production = {
  ...complete,
  BACKEND_URL: 'https://shop.example',
  DATABASE_URL: 'embedded',
  SMTP_URL: 'smtp://mail',
  MAIL_FROM: 'a@b.c',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: makeWebhookSecret(),
}

describe('the environment', () => {
  test('the README tells every variable but the one that `npm run dev` sets', () => {
    const readme = readFileSync('README.md', 'utf8')
    expect(variableNames.filter((name) => !readme.includes(`\`${name}\``))).toEqual(['DEV_RELOAD'])
  })

  test('defaults are filled in and the result is frozen', () => {
    const env = parseEnvironment(complete)
    expect(env).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATA_DIR: '.data', NODE_ENV: 'development' })
    expect(Object.isFrozen(env)).toBe(true)
  })

  test('STRIPE_WAIT_SECONDS is 9 unless given, and a number of seconds', () => {
    const wait = (seconds?: string) =>
      parseEnvironment({ ...complete, STRIPE_WAIT_SECONDS: seconds }).STRIPE_WAIT_SECONDS
    expect([wait(), wait('30')]).toEqual([9, 30])
    for (const wrong of ['0', '-1', '1.5', '9s', '1000'])
      expect(() => wait(wrong)).toThrow(/number of seconds/)
  })

  test('F47: STRIPE_CALLS_PER_SECOND is 20 unless given, and a whole number', () => {
    const calls = (text?: string) =>
      parseEnvironment({ ...complete, STRIPE_CALLS_PER_SECOND: text }).STRIPE_CALLS_PER_SECOND
    expect([calls(), calls('80')]).toEqual([20, 80])
    for (const wrong of ['0', '-1', '1.5', 'many', '1000'])
      expect(() => calls(wrong)).toThrow('STRIPE_CALLS_PER_SECOND must be a whole number from 1 to 999')
  })

  test('DATABASE_CONNECTIONS is a whole number up to 99, or not given', () => {
    const connections = (text?: string) =>
      parseEnvironment({ ...complete, DATABASE_CONNECTIONS: text }).DATABASE_CONNECTIONS
    expect([connections(), connections('20')]).toEqual([undefined, 20])
    for (const wrong of ['0', '-1', '1.5', 'many', '100'])
      expect(() => connections(wrong)).toThrow('DATABASE_CONNECTIONS must be a whole number from 1 to 99')
  })

  test.each(['BACKEND_URL', 'PUBLIC_KEY', 'AUTH_SECRET'])('I5: without %s it fails and names it', (name) => {
    expect(() => parseEnvironment({ ...complete, [name]: undefined })).toThrow(`${name} is missing`)
    expect(() => parseEnvironment({ ...complete, [name]: '' })).toThrow(`${name} is missing`)
  })

  test('I5: every missing or malformed variable is named at once', () => {
    const parse = () =>
      parseEnvironment({
        NODE_ENV: 'production',
        PORT: 'http',
        BACKEND_URL: 'api.example.com',
        URGENCY_VARIANT: 'panic',
      })
    for (const name of ['PORT', 'BACKEND_URL', 'PUBLIC_KEY', 'URGENCY_VARIANT', 'DATABASE_URL', 'SMTP_URL']) {
      expect(parse).toThrow(name)
    }
  })

  test('in production the embedded database must be asked for by name, and mail must go somewhere', () => {
    expect(() => parseEnvironment({ ...production, DATABASE_URL: '' })).toThrow(
      /DATABASE_URL is missing.*embedded/,
    )
    expect(() => parseEnvironment({ ...production, SMTP_URL: '' })).toThrow(/SMTP_URL is missing/)
    expect(parseEnvironment(production).DATABASE_URL).toBe('embedded')
  })

  test.each(['ftp://x', 'not an address', '//x', 'javascript:alert(1)'])(
    'I5: BACKEND_URL %s is refused',
    (url) => {
      expect(() => parseEnvironment({ ...complete, BACKEND_URL: url })).toThrow(/BACKEND_URL must be/)
    },
  )
})

test.each([undefined, ''])(
  'F17: with a key of the payment service, a webhook secret of %o fails the start',
  (secret) => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: secret }
    expect(() => parseEnvironment({ ...complete, ...keys })).toThrow(/STRIPE_WEBHOOK_SECRET is missing/)
  },
)

test.each(['whsec_12345678,', ',whsec_12345678', 'whsec_12345678,whsec_', 'whsec_12345678,12345678'])(
  'F17: of two webhook secrets both must be ones: %s is refused',
  (secret) => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: secret }
    expect(() => parseEnvironment({ ...complete, ...keys })).toThrow(/STRIPE_WEBHOOK_SECRET must be/)
  },
)

describe('F28: production is recognised by what is at stake', () => {
  test.each<[string, Record<string, string>]>([
    ['a live key', { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: makeWebhookSecret() }],
    ['a restricted live key', { STRIPE_SECRET_KEY: 'rk_live_x', STRIPE_WEBHOOK_SECRET: makeWebhookSecret() }],
    ['an https address', { BACKEND_URL: 'https://127.0.0.1' }],
    ['a HOST for all machines', { HOST: '0.0.0.0' }],
    ['a HOST for all machines, IPv6', { HOST: '::' }],
    ['NODE_ENV alone', { NODE_ENV: 'production' }],
  ])('%s', (_what, stake) => {
    for (const NODE_ENV of ['test', 'development', '']) {
      expect(() => parseEnvironment({ ...complete, NODE_ENV, ...stake })).toThrow(/This counts as production/)
      expect(parseEnvironment({ ...production, NODE_ENV, ...stake }).production).toBe(true)
    }
  })

  test.each<[string, Record<string, string>]>([
    ['HOST ::1', { HOST: '::1', BACKEND_URL: 'http://[::1]:3000' }],
    ['HOST localhost', { HOST: 'localhost', BACKEND_URL: 'http://localhost:3000' }],
    ['HOST 127.9.9.9', { HOST: '127.9.9.9' }],
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_live_', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }],
  ])('but not by %s', (_what, harmless) => {
    expect(parseEnvironment({ ...complete, ...harmless })).toMatchObject({
      production: false,
      takesRealMoney: false,
    })
  })

  test('the values of demo.env are refused, wherever they come from', () => {
    const demo = parseEnv(readFileSync('demo.env', 'utf8'))
    for (const name of ['AUTH_SECRET', 'PUBLIC_KEY']) {
      const known = demo[name] ?? ''
      for (const value of [known, `${production.AUTH_SECRET},${known}`])
        expect(() => parseEnvironment({ ...production, [name]: value })).toThrow(
          `${name} has the value of demo.env`,
        )
    }
  })

  test('F95 the token of the outbox is refused there, and a short one everywhere', () => {
    const DEV_TOKEN = 'a-token-of-my-own'
    expect(() => parseEnvironment({ ...production, DEV_TOKEN })).toThrow('DEV_TOKEN must not be set')
    expect(parseEnvironment({ ...complete, DEV_TOKEN }).DEV_TOKEN).toBe(DEV_TOKEN)
    for (const short of ['x'.repeat(15), 'with a space in it, and long'])
      expect(() => parseEnvironment({ ...complete, DEV_TOKEN: short })).toThrow('DEV_TOKEN must be')
    const [first, second] = [parseEnvironment(complete), parseEnvironment(complete)]
    expect(first.DEV_TOKEN).not.toBe(second.DEV_TOKEN)
  })

  test('pages never reload themselves there', () => {
    expect(parseEnvironment({ ...complete, DEV_RELOAD: 'true' }).DEV_RELOAD).toBe(true)
    expect(parseEnvironment({ ...production, DEV_RELOAD: 'true' }).DEV_RELOAD).toBe(false)
  })

  test('a live key goes to Stripe only', () => {
    const elsewhere = { STRIPE_API_URL: 'https://stripe.example' }
    expect(() => parseEnvironment({ ...production, ...elsewhere })).toThrow(/STRIPE_API_URL must not be set/)
    expect(() => readStripeAccount('/nowhere', { ...production, ...elsewhere })).toThrow(
      /STRIPE_API_URL must not be set/,
    )
    const test = { ...production, ...elsewhere, STRIPE_SECRET_KEY: 'sk_test_x' }
    expect(parseEnvironment(test)).toMatchObject({ production: true, takesRealMoney: false })
  })
})

describe('F93: every address in the settings is https or of this machine', () => {
  const secret = makeSecret()
  const settings = (url: string): Record<string, string> => ({
    BACKEND_URL: url,
    STRIPE_API_URL: url,
    PRODUCT_WEBHOOKS: JSON.stringify([{ url, secret: `whsec_${secret}` }]),
    AUTH_JWT: JSON.stringify([
      { issuer: 'a', jwksUrl: url, audience: 'x' },
      { issuer: 'b', jwksUrl: 'https://a.example', audience: 'x', origins: [url] },
    ]),
    OIDC_PROVIDERS: JSON.stringify([
      { id: 'a', name: 'A', issuer: url, clientId: 'a', clientSecret: secret },
    ]),
    OIDC_CLIENTS: JSON.stringify([
      { clientId: 'a', name: 'A', redirectUris: [url], postLogoutRedirectUris: [url] },
    ]),
  })
  const places = [
    'BACKEND_URL',
    'STRIPE_API_URL',
    'PRODUCT_WEBHOOKS.0.url',
    'AUTH_JWT.0.jwksUrl',
    'AUTH_JWT.1.origins.0',
    'OIDC_PROVIDERS.0.issuer',
    'OIDC_CLIENTS.0.redirectUris.0',
    'OIDC_CLIENTS.0.postLogoutRedirectUris.0',
  ]

  test.each(['http://10.0.0.7', 'https://name:word@shop.example', 'ftp://shop.example'])(
    '%s is refused in all places, which are named at once',
    (url) => {
      const parse = () => parseEnvironment({ ...complete, ...settings(url) })
      for (const place of places) expect(parse).toThrow(`  ${place} must`)
      expect(parse).not.toThrow(/name:word|:word/)
    },
  )

  test.each(['https://shop.example', 'http://127.0.0.1:4000', 'http://[::1]:4000', 'http://localhost'])(
    '%s is taken in all places',
    (url) => {
      const { BACKEND_URL, ...others } = settings(url)
      expect(() => parseEnvironment({ ...complete, ...others })).not.toThrow()
      expect(parseEnvironment({ ...production, BACKEND_URL }).BACKEND_URL).toBe(url)
    },
  )
})

describe('F93: what everybody can guess or read is no secret', () => {
  test.each(['a'.repeat(32), '12345678'.repeat(4), 'password'.repeat(5)])('%s', (secret) => {
    const parse = () =>
      parseEnvironment({
        ...complete,
        AUTH_SECRET: `${makeSecret()},${secret}`,
        METRICS_TOKEN: secret,
        OIDC_CLIENTS: JSON.stringify([{ ...client, clientSecret: secret }]),
        PRODUCT_WEBHOOKS: JSON.stringify([{ url: 'https://a.example', secret: `whsec_${secret}` }]),
      })
    for (const place of [
      'AUTH_SECRET',
      'METRICS_TOKEN',
      'OIDC_CLIENTS.0.clientSecret',
      'PRODUCT_WEBHOOKS.0.secret',
    ])
      expect(parse).toThrow(`${place} is easy to guess`)
    const ofStripe = { ...production, STRIPE_WEBHOOK_SECRET: `whsec_${secret}` }
    expect(() => parseEnvironment(ofStripe)).toThrow('STRIPE_WEBHOOK_SECRET is easy to guess')
  })

  test('a seat log key of zeros', () => {
    const SEAT_LOG_KEY = Buffer.alloc(32).toString('base64')
    expect(() => parseEnvironment({ ...complete, SEAT_LOG_KEY })).toThrow('SEAT_LOG_KEY is easy to guess')
  })

  test('the keys of the emulator, in production', () => {
    const emulated = {
      STRIPE_SECRET_KEY: emulatorKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: `${makeWebhookSecret()},${emulatorKeys.webhookSecret}`,
    }
    const parse = () => parseEnvironment({ ...production, ...emulated })
    expect(parse).toThrow('STRIPE_SECRET_KEY has the value of the emulator')
    expect(parse).toThrow('STRIPE_WEBHOOK_SECRET has the value of the emulator')
    expect(parseEnvironment({ ...complete, ...emulated }).production).toBe(false)
  })

  test('each secret that stands in a tracked file, in production', () => {
    const name = '(AUTH_SECRET|METRICS_TOKEN|SEAT_LOG_KEY|[cC]lientSecret)'
    const literal = String.raw`["']?[:=] ?["']?([^\s"'\`$,;{}()<>.…]{16,})`
    const found = spawnSync('git', ['grep', '-hoE', `${name}${literal.replace(String.raw`\s`, ' ')}`])
    const values = found.stdout
      .toString()
      .split('\n')
      .flatMap((line) => new RegExp(`${name}${literal}`).exec(line)?.[2] ?? [])
    expect(values).toContain('demo-secret-for-this-machine-only-not-for-production')
    for (const value of new Set(values)) {
      const settings = { ...production, OIDC_CLIENTS: JSON.stringify([{ ...client, clientSecret: value }]) }
      expect(() => parseEnvironment(settings), value).toThrow('OIDC_CLIENTS')
    }
  })
})

const issuer = { issuer: 'https://a.example', jwksUrl: 'https://a.example/jwks', audience: 'x' }
test.each([
  '[',
  '{}',
  '[{"issuer":"x"}]',
  JSON.stringify([{ ...issuer, jwksUrl: 'file:///etc/passwd' }]),
  JSON.stringify([{ ...issuer, origins: ['https://a.example/'] }]),
  JSON.stringify([issuer, issuer]),
])('AUTH_JWT %s is refused', (value) => {
  expect(() => parseEnvironment({ ...complete, AUTH_JWT: value })).toThrow(/AUTH_JWT/)
})

const client = {
  clientId: 'a',
  clientSecret: makeSecret(),
  name: 'A',
  redirectUris: ['https://a.example/'],
}
test.each([
  '[',
  '{}',
  '[{"clientId":"x"}]',
  JSON.stringify([{ ...client, clientSecret: 'short' }]),
  JSON.stringify([{ ...client, clientId: 'a b' }]),
  JSON.stringify([{ ...client, redirectUris: [] }]),
  JSON.stringify([{ ...client, redirectUris: ['http://a.example/'] }]),
  JSON.stringify([{ ...client, redirectUris: ['https://a.example/#x'] }]),
  JSON.stringify([{ ...client, redirectUris: ['javascript:alert(1)'] }]),
  JSON.stringify([{ ...client, postLogoutRedirectUris: ['/bye'] }]),
  JSON.stringify([{ ...client, scopes: [] }]),
  JSON.stringify([{ ...client, scopes: ['email'] }]),
  JSON.stringify([{ ...client, scopes: ['openid', 'admin'] }]),
  JSON.stringify([client, client]),
])('OIDC_CLIENTS %s is refused', (value) => {
  expect(() => parseEnvironment({ ...complete, OIDC_CLIENTS: value })).toThrow(/OIDC_CLIENTS/)
})
test('OIDC_CLIENTS may have a client without a secret, on the visitor’s machine', () => {
  const native = { clientId: 'n', name: 'N', redirectUris: ['http://127.0.0.1/', 'http://localhost:4000/x'] }
  const { OIDC_CLIENTS } = parseEnvironment({ ...complete, OIDC_CLIENTS: JSON.stringify([client, native]) })
  expect(OIDC_CLIENTS.map(({ clientId }) => clientId)).toEqual(['a', 'n'])
})

test('F96 a client of OIDC_CLIENTS may ask for the scopes that it names, without any not for offline_access', () => {
  const clients = [client, { ...client, clientId: 'b', scopes: ['openid', 'offline_access'] }]
  const { OIDC_CLIENTS } = parseEnvironment({ ...complete, OIDC_CLIENTS: JSON.stringify(clients) })
  expect(OIDC_CLIENTS.map(({ scopes }) => scopes)).toEqual([
    ['openid', 'profile', 'email'],
    ['openid', 'offline_access'],
  ])
})

const apiKey = createApiKey()
test.each([`${apiKey}:admin`, `${apiKey}:read,write`, `${apiKey}:`, `${apiKey},${hashOfKey(apiKey)}:write`])(
  'F91 API_KEYS %s is refused with the scopes that there are',
  (value) => {
    expect(() => parseEnvironment({ ...complete, API_KEYS: value })).toThrow(
      /API_KEYS must be keys, .*each once.* \(read, write, gifts, sign-in\)/,
    )
  },
)
test('F91 API_KEYS keeps no key, only what tells it from others', () => {
  const { API_KEYS } = parseEnvironment({ ...complete, API_KEYS: `${apiKey}:write+read` })
  expect(JSON.stringify(API_KEYS)).not.toContain(apiKey)
  expect(API_KEYS.map(({ scopes }) => [...scopes])).toEqual([['write', 'read']])
})

test.each(['[', '{}', '[{"id":"x"}]'])('OIDC_PROVIDERS %s is refused', (value) => {
  expect(() => parseEnvironment({ ...complete, OIDC_PROVIDERS: value })).toThrow(/OIDC_PROVIDERS/)
})

describe('the files beside it', () => {
  function folderWith(files: Record<string, string>): string {
    const folder = mkdtempSync(join(tmpdir(), 'fairseat-env-'))
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    return folder
  }
  const demo = [
    'PORT=3000',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the file's own notation
    'BACKEND_URL=http://127.0.0.1:${PORT}',
    'PUBLIC_KEY=pk_demo_demo',
    `AUTH_SECRET=${makeSecret()}`,
  ].join('\n')

  test('demo.env is enough to start', () => {
    const env = readEnvironment(folderWith({ 'demo.env': demo }), {})
    expect(env).toMatchObject({ BACKEND_URL: 'http://127.0.0.1:3000', PUBLIC_KEY: ['pk_demo_demo'] })
  })

  test('.env overrides it, and the process overrides both; the address follows the port', () => {
    const folder = folderWith({ 'demo.env': demo, '.env': 'PORT=4000\nPUBLIC_KEY=pk_mine_mine\n' })
    expect(readEnvironment(folder, {})).toMatchObject({
      BACKEND_URL: 'http://127.0.0.1:4000',
      PUBLIC_KEY: ['pk_mine_mine'],
    })
    expect(readEnvironment(folder, { PORT: '5000' }).BACKEND_URL).toBe('http://127.0.0.1:5000')
  })

  test('F28: what counts as production reads .env and nothing of demo.env', () => {
    const own = 'BACKEND_URL=https://shop.example\nSTRIPE_SECRET_KEY=sk_live_x\nAUTH_SECRET='
    const folder = folderWith({ 'demo.env': demo, '.env': `${own}${makeSecret()}\n` })
    const read = () => readEnvironment(folder, {})
    expect(read).toThrow(/PUBLIC_KEY is missing/)
    expect(read).not.toThrow(/AUTH_SECRET|BACKEND_URL is missing/)
    expect(readStripeAccount(folder, {})).toMatchObject({ BACKEND_URL: 'https://shop.example' })
  })

  test('F28: a live key is not prepared for the address of demo.env', () => {
    const folder = folderWith({ 'demo.env': demo, '.env': 'STRIPE_SECRET_KEY=sk_live_x\n' })
    expect(() => readStripeAccount(folder, {})).toThrow(/BACKEND_URL is missing/)
  })

  test('I5: with NODE_ENV=production neither is read', () => {
    const folder = folderWith({ 'demo.env': demo, '.env': demo })
    expect(() => readEnvironment(folder, { NODE_ENV: 'production' })).toThrow(/BACKEND_URL is missing/)
  })
})

describe('F96 NAME_FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairseat-secrets-'))
  const secretFile = (text: string) => {
    const file = join(folder, `secret-${text.length}`)
    writeFileSync(file, text)
    return file
  }
  const { AUTH_SECRET, ...rest } = complete

  test('is read instead of NAME, without the line end, also in production and from .env', () => {
    const AUTH_SECRET_FILE = secretFile(`${AUTH_SECRET}\n`)
    expect(readEnvironment(folder, { ...rest, AUTH_SECRET_FILE }).AUTH_SECRET).toEqual([AUTH_SECRET])
    const { AUTH_SECRET: _, ...others } = production
    const strict = { ...others, NODE_ENV: 'production', AUTH_SECRET_FILE }
    expect(readEnvironment(folder, strict).AUTH_SECRET).toEqual([AUTH_SECRET])
    writeFileSync(join(folder, '.env'), `AUTH_SECRET_FILE=${AUTH_SECRET_FILE}`)
    expect(readEnvironment(folder, rest).AUTH_SECRET).toEqual([AUTH_SECRET])
    writeFileSync(join(folder, '.env'), '')
  })

  test('with a live key counts as production, where demo.env is not read', () => {
    writeFileSync(join(folder, 'demo.env'), `AUTH_SECRET=${AUTH_SECRET}`)
    const { STRIPE_SECRET_KEY, AUTH_SECRET: _, ...others } = production
    const STRIPE_SECRET_KEY_FILE = secretFile(STRIPE_SECRET_KEY)
    const local = { ...others, BACKEND_URL: complete.BACKEND_URL, STRIPE_SECRET_KEY_FILE }
    expect(() => readEnvironment(folder, local)).toThrow(/AUTH_SECRET[\s\S]*STRIPE_SECRET_KEY is a live key/)
  })

  test('beside NAME, or of a file that is not there, is refused', () => {
    const AUTH_SECRET_FILE = secretFile(AUTH_SECRET)
    expect(() => readEnvironment(folder, { ...complete, AUTH_SECRET_FILE })).toThrow('not both')
    const missing = join(folder, 'nothing')
    expect(() => readEnvironment(folder, { ...rest, AUTH_SECRET_FILE: missing })).toThrow(
      /AUTH_SECRET_FILE cannot be read/,
    )
  })
})
