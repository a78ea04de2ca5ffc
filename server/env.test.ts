import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parseEnvironment, readEnvironment, readStripeAccount, variableNames } from './env.ts'

const complete = {
  BACKEND_URL: 'http://127.0.0.1:3000',
  PUBLIC_KEY: 'pk_12345678',
  AUTH_SECRET: 'a-secret-of-at-least-32-characters',
}

const production = {
  ...complete,
  BACKEND_URL: 'https://shop.example',
  DATABASE_URL: 'embedded',
  SMTP_URL: 'smtp://mail',
  MAIL_FROM: 'a@b.c',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
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
    ['a live key', { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }],
    ['a restricted live key', { STRIPE_SECRET_KEY: 'rk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }],
    ['an https address', { BACKEND_URL: 'https://127.0.0.1' }],
    ['an address of another machine', { BACKEND_URL: 'http://10.0.0.7' }],
    ['a name that begins like loopback', { BACKEND_URL: 'http://127.0.0.1.example.com' }],
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
          `${name} is the one of demo.env`,
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
  clientSecret: 'x'.repeat(32),
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
  JSON.stringify([client, client]),
])('OIDC_CLIENTS %s is refused', (value) => {
  expect(() => parseEnvironment({ ...complete, OIDC_CLIENTS: value })).toThrow(/OIDC_CLIENTS/)
})
test('OIDC_CLIENTS may have a client without a secret, on the visitor’s machine', () => {
  const native = { clientId: 'n', name: 'N', redirectUris: ['http://127.0.0.1/', 'http://localhost:4000/x'] }
  const { OIDC_CLIENTS } = parseEnvironment({ ...complete, OIDC_CLIENTS: JSON.stringify([client, native]) })
  expect(OIDC_CLIENTS.map(({ clientId }) => clientId)).toEqual(['a', 'n'])
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
    'AUTH_SECRET=demo-demo-demo-demo-demo-demo-demo-demo',
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
    const folder = folderWith({ 'demo.env': demo, '.env': `${own}${'x'.repeat(32)}\n` })
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
