import type { Catalogue } from '../../../core/plans/catalogue.ts'
import { type AppDeps, createApp } from '../../../server/app.ts'
import type { PaymentService } from '../../../server/billing/stripe/payment-service.ts'
import type { Drizzle } from '../../../server/db/database.ts'
import { parseEnvironment } from '../../../server/env.ts'
import { createLog } from '../../../server/log.ts'
import type { ClientBuild } from '../../../server/pages/client-build.ts'
import { createDevReload } from '../../../server/pages/dev-reload.ts'
import { precompress } from '../../../server/pages/precompressed.ts'
import { loadCatalogue } from '../../../server/plans/load-catalogue.ts'
import { devCookie, devToken } from './dev-token.ts'
import { makeSecret, makeWebhookSecret } from './made-secrets.ts'

export const siteUrl = 'http://localhost'

/** One for all servers of a test, as the processes of one shop have it. */
export const authSecret = makeSecret()

/** What a server with an https address needs beside it; its mails go to nobody. */
export const productionEnv = {
  BACKEND_URL: 'https://shop.test',
  DATABASE_URL: 'embedded',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Shop <hello@shop.test>',
  STRIPE_SECRET_KEY: 'sk_test_shop',
  STRIPE_WEBHOOK_SECRET: makeWebhookSecret(),
}

const page = { css: 'h1{color:red}', scriptPaths: ['/assets/page-1.js'] }
const client: ClientBuild = {
  findPage: () => page,
  assets: new Map([['/assets/page-1.js', precompress('export {}', { 'content-type': 'text/javascript' })]]),
}

/** For tests that never pay: whoever calls it anyway hears so. */
const noPayments = new Proxy({} as PaymentService, {
  get: (_, name) => () => Promise.reject(new Error(`No payment service in this test: ${String(name)}`)),
})

let browsers = 0

/** The whole server without a socket. Several on one database stand for several processes. */
export const createTestApp = (...args: Parameters<typeof createTestServer>) => createTestServer(...args).app

export function createTestServer(
  db: Drizzle,
  env: Record<string, string> = {},
  catalogue: Partial<Catalogue> = {},
  payments = noPayments,
  more: Partial<AppDeps> = {},
) {
  const complete = {
    NODE_ENV: 'test',
    BACKEND_URL: siteUrl,
    PUBLIC_KEY: 'pk_right_key',
    AUTH_SECRET: authSecret,
    TRUST_PROXY: '1',
    ...(!env.SMTP_URL && { DEV_TOKEN: devToken }),
  }
  const isReady = more.isReady ?? (async () => true)
  const parsed = parseEnvironment({ ...complete, ...env })
  return createApp({
    env: parsed,
    devReload: parsed.DEV_RELOAD ? { version: 1, stream: createDevReload().stream } : undefined,
    catalogue: { ...loadCatalogue('pricing.config.json'), ...catalogue },
    client,
    db,
    isReady,
    now: () => new Date(),
    checkReadiness: async () => ({ isReady: await isReady(), message: 'of a test' }),
    log: createLog({ level: 'error', plain: true, write: (line) => void process.stderr.write(line) }),
    payments,
    testMode: true,
    ...more,
  })
}

export type TestApp = ReturnType<typeof createTestApp>

interface Call {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** A browser as far as the API sees it: it keeps cookies and names its origin when it writes. */
export function createTestBrowser(
  app: Pick<TestApp, 'request'>,
  { origin = siteUrl, userAgent = 'test' } = {},
) {
  const cookies = new Map<string, string>()
  // As if through a proxy, each from an address of its own, so that they do not share a limit.
  const address = `10.0.${Math.floor(++browsers / 250)}.${browsers % 250}`

  async function call(path: string, { method = 'GET', body, headers = {} }: Call = {}): Promise<Response> {
    const own = [...cookies].map(([name, value]) => `${name}=${value}`)
    // The person may read the outbox; no other page is to see that.
    const cookie = [...own, ...(path.startsWith('/dev/') ? [devCookie] : [])].join('; ')
    const response = await app.request(origin + path, {
      method,
      headers: {
        host: new URL(origin).host,
        'user-agent': userAgent,
        'x-forwarded-for': address,
        ...(cookie && { cookie }),
        ...(method !== 'GET' && { origin, 'content-type': 'application/json' }),
        ...headers,
      },
      ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  const post = (path: string, body?: unknown, headers?: Record<string, string>) =>
    call(path, { method: 'POST', body, ...(headers && { headers }) })
  const requestCode = (email: string) =>
    post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' })
  const tryCode = (email: string, otp: string) => post('/api/auth/sign-in/email-otp', { email, otp })

  return {
    cookies,
    get: (path: string, headers?: Record<string, string>) => call(path, headers && { headers }),
    post,
    requestCode,
    tryCode,
    /** The code of the newest mail, as a person reads it. */
    async readCode(email: string): Promise<string> {
      const mails = await (await call(`/dev/outbox.json?to=${encodeURIComponent(email)}`)).json()
      return mails[0].code
    },
    async signIn(email: string): Promise<string> {
      await requestCode(email)
      const response = await tryCode(email, await this.readCode(email))
      return (await response.json()).user.id
    },
  }
}

let people = 0

/** An e-mail address that nobody else in this test run has. */
export const newAddress = (): string => `person-${++people}@example.com`
