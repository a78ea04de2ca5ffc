import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { oidcScopes } from '../core/identity/oidc-scopes.ts'
import { apiKeyScopes } from '../core/integration/api-key-scopes.ts'
import { urgencySources, urgencyVariants } from '../core/plans/catalogue.ts'
import { defaultCallsPerSecond } from './billing/stripe/call-budget.ts'
import { ConfigurationError } from './configuration-error.ts'
import { type ApiKey, parseKeySetting } from './integration/api-key.ts'
import { isLiveKey, productionProblems, productionReasons, stripeProblems } from './production.ts'
import { secretOf } from './secret.ts'
import { SecureUrl, SmtpUrl } from './secure-url.ts'

type Variables = Record<string, string | undefined>

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of: ${values.join(', ')}`)

const matching = (pattern: RegExp, problem: string) => z.string().regex(pattern, problem)

const wholeNumber = (pattern: RegExp, problem: string) => matching(pattern, problem).transform(Number)

/** Two with a comma between them while one replaces the other. The first is the one in force. */
const keys = (key: z.ZodType<string>) =>
  z
    .string('is missing')
    .transform((text) => text.split(',') as [string, ...string[]])
    .superRefine((parts, context) => {
      const wrong = parts.map((part) => key.safeParse(part)).find(({ success }) => !success)
      if (wrong) context.addIssue({ code: 'custom', message: wrong.error?.issues[0]?.message })
    })

const portNumber = wholeNumber(/^\d+$/, 'must be a port number').refine(
  (port) => port <= 65_535,
  'must be a port number',
)

const madeByOpenssl = '`openssl rand -base64 32` makes one'

const SignInProvider = z.strictObject({
  id: matching(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and dashes'),
  name: z.string().min(1),
  issuer: SecureUrl,
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
})
export type SignInProvider = z.infer<typeof SignInProvider>

/** A list of objects; `fields` says in the message what one of them has. */
const jsonList = <Item extends z.ZodType>(item: Item, fields: string) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: `must be a JSON list of {${fields}}` })
        return z.NEVER
      }
    })
    .pipe(z.array(item))

/** Standard Webhooks: 24 to 64 bytes. */
const webhookSecret = matching(
  /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
  'must be whsec_ and 24 bytes or more in base64, or two of them with a comma; `npm run keys` makes one',
).pipe(secretOf(38, '`npm run keys` makes one'))

const ProductWebhook = z.strictObject({
  url: SecureUrl,
  secret: keys(webhookSecret).transform((secrets) => secrets.join(',')),
})
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

/** Who signs the tokens of the product's own sign-in. */
const TokenIssuer = z.strictObject({
  /** The claim `iss`, exactly. */
  issuer: z.string().min(1),
  jwksUrl: SecureUrl,
  /** The claim `aud`, or one of them. */
  audience: z.string().min(1),
  /** Where the pages are that send people here (docs/decisions/0013-product-sign-in.md). */
  origins: z.array(SecureUrl.refine(isOrigin, 'must be an origin such as https://app.example')).default([]),
  /** The issuer gives no token before it has verified the address, and does not say so in `email_verified`. */
  emailsAreVerified: z.boolean().default(false),
})
export type TokenIssuer = z.infer<typeof TokenIssuer>

/** A code goes nowhere unencrypted, but to a program on the visitor's own machine. */
const redirectUri = SecureUrl.refine((text) => !text.includes('#'), 'must have no fragment')

/** A product that people sign in to with their account here. */
const OidcClient = z.strictObject({
  clientId: matching(/^[\w.-]{1,100}$/, 'must be letters, digits, dots and dashes'),
  /** Without one it is a public client: a program on the visitor's machine. */
  clientSecret: secretOf(32, '`openssl rand -hex 32` makes one').optional(),
  name: z.string().min(1),
  redirectUris: z.array(redirectUri).min(1),
  postLogoutRedirectUris: z.array(redirectUri).default([]),
  /** The scopes that it may ask for. */
  scopes: z
    .array(z.enum(oidcScopes, `must be some of: ${oidcScopes.join(', ')}`))
    .refine((scopes) => scopes.includes('openid'), 'must contain openid')
    .default(['openid', 'profile', 'email']),
})
export type OidcClient = z.infer<typeof OidcClient>

function readApiKeys(text: string, context: z.RefinementCtx): ApiKey[] {
  const keys = text.split(',').map(parseKeySetting)
  const known = keys.filter((key) => key !== null)
  if (known.length === keys.length && areDifferent(known, ({ name }) => name)) return known
  context.addIssue({
    code: 'custom',
    message: `must be keys, fs_…, or their hashes, sha256:…, with commas between them, each once; after a colon the scopes of a key (${apiKeyScopes.join(', ')}) with plus signs between them, as in sha256:…:read+write, or else it may only read; \`npm run keys\` makes one`,
  })
  return z.NEVER
}

const areDifferent = <Item>(items: readonly Item[], key: (item: Item) => string): boolean =>
  new Set(items.map(key)).size === items.length

const Environment = z.object({
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  PORT: portNumber.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: matching(
    /^(postgres(ql)?:\/\/.+|embedded)$/,
    'must be a postgres:// address, or the word "embedded"',
  ).optional(),
  /** Past a connection pooler, for migrations: their lock belongs to a session, which a pooler does not keep. */
  DATABASE_DIRECT_URL: matching(/^postgres(ql)?:\/\/.+$/, 'must be a postgres:// address').optional(),
  /** For whoever writes, in each process. Without it as many as db/postgres.ts says. */
  DATABASE_CONNECTIONS: wholeNumber(/^[1-9]\d?$/, 'must be a whole number from 1 to 99').optional(),
  /** Without it, the catalogue that lies with the server (plans/load-catalogue.ts). */
  PRICING_CONFIG: z.string().optional(),
  /** Set by `npm run dev`: open pages reload when the server was restarted. */
  DEV_RELOAD: z.stringbool('must be true or false').default(false),
  /** Opens the outbox. Without it, another one at each start. */
  DEV_TOKEN: matching(/^[\w-]{16,}$/, 'must be at least 16 letters, digits, dashes and underscores').default(
    () => randomBytes(16).toString('base64url'),
  ),
  URGENCY_SOURCE: oneOf(urgencySources).optional(),
  URGENCY_VARIANT: oneOf(urgencyVariants).optional(),
  BACKEND_URL: SecureUrl,
  AUTH_SECRET: keys(secretOf(32, madeByOpenssl)),
  /** Of the seat log's signatures. Without it, one is made and kept in the database. */
  SEAT_LOG_KEY: keys(
    matching(
      /^[A-Za-z0-9+/]{43}=$/,
      `must be an Ed25519 private key: 32 bytes in base64; ${madeByOpenssl}`,
    ).pipe(secretOf(44, madeByOpenssl)),
  ).optional(),
  OIDC_PROVIDERS: jsonList(SignInProvider, 'id, name, issuer, clientId, clientSecret').default([]),
  /** Keys of the API for the product's server, or their hashes, with their scopes. */
  API_KEYS: z.string().transform(readApiKeys).default([]),
  API_REQUESTS_PER_SECOND: wholeNumber(/^[1-9]\d{0,5}$/, 'must be a whole number').default(100),
  PRODUCT_WEBHOOKS: jsonList(ProductWebhook, 'url, secret')
    .refine((endpoints) => areDifferent(endpoints, ({ url }) => url), 'must have each url once')
    .default([]),
  AUTH_JWT: jsonList(TokenIssuer, 'issuer, jwksUrl, audience')
    .refine((issuers) => areDifferent(issuers, ({ issuer }) => issuer), 'must have each issuer once')
    .default([]),
  OIDC_CLIENTS: jsonList(
    OidcClient,
    'clientId, clientSecret, name, redirectUris, postLogoutRedirectUris, scopes',
  )
    .refine((clients) => areDifferent(clients, ({ clientId }) => clientId), 'must have each clientId once')
    .default([]),
  SMTP_URL: SmtpUrl.optional(),
  MAIL_FROM: matching(/@/, 'must be an e-mail address').default('Fairseat <no-reply@localhost>'),
  STRIPE_SECRET_KEY: matching(
    /^(sk|rk)_(test|live)_\w+$/,
    'must be a secret key of Stripe, such as sk_test_…',
  ).optional(),
  STRIPE_WEBHOOK_SECRET: keys(
    matching(/^whsec_.{8,}$/, 'must be the signing secret of the webhook endpoint, whsec_…'),
  ).optional(),
  /** Another address than Stripe's own: the emulator. */
  STRIPE_API_URL: SecureUrl.optional(),
  /** The emulator's port. Without it, the port of its first start. */
  STRIPE_EMULATOR_PORT: portNumber.optional(),
  STRIPE_WAIT_SECONDS: wholeNumber(/^[1-9]\d{0,2}$/, 'must be a whole number of seconds below 1000').default(
    9,
  ),
  STRIPE_CALLS_PER_SECOND: wholeNumber(/^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 999').default(
    defaultCallsPerSecond,
  ),
  TRUST_PROXY: wholeNumber(/^\d$/, 'must be the number of proxies in front of this server').default(0),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).optional(),
  /** Without it there is no /metrics: a proxy on this machine would make everybody look local. */
  METRICS_TOKEN: secretOf(16, '`openssl rand -hex 16` makes one').optional(),
  PUBLIC_KEY: keys(matching(/^\S{8,}$/, 'must be at least 8 characters without spaces')),
})

export const variableNames = Object.keys(Environment.shape)

/** What has to be known to prepare an account at Stripe, which comes before all that a shop needs to run. */
const StripeAccount = Environment.pick({
  BACKEND_URL: true,
  PRICING_CONFIG: true,
  STRIPE_API_URL: true,
  STRIPE_SECRET_KEY: true,
})

export type Env = Readonly<
  z.infer<typeof Environment> & {
    /** Whether this server must be safe from everybody, by what is at stake (production.ts). The one notion of it. */
    production: boolean
    /** Mails go to the outbox. In production the environment is not complete without a mail server. */
    outbox: boolean
    /** The Stripe key is a live one. */
    takesRealMoney: boolean
  }
>

/** Rule I5: every missing or malformed variable is named at once. An empty variable counts as missing. */
export function parseEnvironment(variables: Variables): Env {
  const given = withoutEmpty(variables)
  const reasons = productionReasons(given)
  const production = reasons.length > 0
  const env = parse(Environment, given, reasons, [
    // Without it anybody could report a payment.
    ...(given.STRIPE_SECRET_KEY && !given.STRIPE_WEBHOOK_SECRET && !production
      ? ['STRIPE_WEBHOOK_SECRET is missing: the signing secret of your webhook endpoint']
      : []),
    ...stripeProblems(given),
    ...(production ? productionProblems(given) : []),
  ])
  return Object.freeze({
    ...env,
    DEV_RELOAD: env.DEV_RELOAD && !production,
    production,
    outbox: !env.SMTP_URL && !production,
    takesRealMoney: isLiveKey(env.STRIPE_SECRET_KEY),
  })
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  given: Variables,
  productionReasons: string[],
  moreProblems: string[],
): Readonly<z.infer<Schema>> {
  const result = schema.safeParse(given)
  const problems = [
    ...(result.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []),
    ...moreProblems,
  ]
  if (result.success && problems.length === 0) return Object.freeze(result.data)
  const why =
    productionReasons.length > 0
      ? `\nThis counts as production, where demo.env is not read, because ${productionReasons.join(', and ')}.`
      : ''
  throw new ConfigurationError(
    `The environment is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}${why}`,
  )
}

/** The process's variables over `.env` over `demo.env`; in production without `demo.env`, with NODE_ENV=production without both. */
export function readEnvironment(folder = '.', variables: Variables = process.env): Env {
  return parseEnvironment(readVariables(folder, variables))
}

/** Where the catalogue is, as the server will read it; undefined for the one that lies with the server. */
export const readPricingConfig = (folder = '.', variables: Variables = process.env): string | undefined =>
  withoutEmpty(readVariables(folder, variables)).PRICING_CONFIG

/** Settings of a shop that need not be complete yet. */
export function readStripeAccount(folder = '.', variables: Variables = process.env) {
  const given = withoutEmpty(readVariables(folder, variables))
  return parse(StripeAccount, given, productionReasons(given), [
    ...(given.STRIPE_SECRET_KEY
      ? []
      : ['STRIPE_SECRET_KEY is missing: the secret key of your Stripe account']),
    ...stripeProblems(given),
  ])
}

function readVariables(folder: string, given: Variables): Variables {
  const variables = withSecretFiles(given)
  if (variables.NODE_ENV === 'production') return variables
  const own = withSecretFiles(readEnvFile(`${folder}/.env`))
  // Nothing that everybody knows may satisfy what production requires.
  const isProduction = productionReasons(withoutEmpty({ ...own, ...variables })).length > 0
  const fromFiles: Variables = { ...(isProduction ? {} : readEnvFile(`${folder}/demo.env`)), ...own }
  const merged: Variables = { ...fromFiles, ...variables }
  // `${PORT}` in a file means the port in force, so that `PORT=4000 npm start` needs no second change.
  for (const [name, value] of Object.entries(fromFiles)) {
    if (merged[name] === value)
      merged[name] = value?.replace(/\$\{(\w+)\}/g, (_, other) => merged[other] ?? '')
  }
  return merged
}

/** `NAME_FILE` is the path of a file with the value of `NAME`, as Docker, Kubernetes and systemd provide secrets. */
function withSecretFiles(variables: Variables): Variables {
  const fromFiles = variableNames.flatMap((name) => {
    const file = variables[`${name}_FILE`]
    if (!file) return []
    if (variables[name]) throw new ConfigurationError(`Set ${name} or ${name}_FILE, not both.`)
    return [[name, readSecret(name, file)]]
  })
  return { ...variables, ...Object.fromEntries(fromFiles) }
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigurationError(`${name}_FILE cannot be read: ${(error as Error).message}`)
  }
}

const withoutEmpty = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))

const readEnvFile = (path: string): Variables =>
  existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}

export const isStartedByNpm = (): boolean => process.env.npm_lifecycle_event === 'start'
