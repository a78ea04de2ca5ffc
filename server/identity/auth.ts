import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { genericOAuth } from 'better-auth/plugins'
import type { Drizzle } from '../db/database.ts'
import { accounts, sessions, users, verifications } from '../db/schema.ts'
import type { SignInProvider } from '../env.ts'
import { trustedSignIn } from './trusted-sign-in.ts'

export interface AuthOptions {
  db: Drizzle
  backendUrl: string
  secret: string
  providers: readonly SignInProvider[]
}

/** Rule I3: 400 days. The cookie's age always equals the session's. */
const sessionSeconds = 34_560_000
const nameLength = 100

const cookiePrefix = 'fairseat'
const isSecure = (backendUrl: string) => backendUrl.startsWith('https:')

export const sessionCookieName = (backendUrl: string): string =>
  `${isSecure(backendUrl) ? '__Secure-' : ''}${cookiePrefix}.session_token`

export const authTables = { user: users, session: sessions, account: accounts, verification: verifications }

/** What every instance of the library shares: the same sessions, cookies and rules. */
export const sharedSettings = ({ backendUrl, secret }: Pick<AuthOptions, 'backendUrl' | 'secret'>) =>
  ({
    baseURL: backendUrl,
    basePath: '/api/auth',
    secret,
    session: {
      expiresIn: sessionSeconds,
      // A GET only reads; a POST to get-session is the refresh, and every one opens a new access window.
      deferSessionRefresh: true,
      updateAge: 0,
      additionalFields: {
        strength: { type: 'string', required: false, input: false },
        provenAt: { type: 'date', required: false, input: false },
      },
    },
    // A link outlives the code of its mail: purge-expired.ts removes both, a day later.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    account: { encryptOAuthTokens: true, accountLinking: { enabled: true, requireLocalEmailVerified: true } },
    databaseHooks: {
      // trusted-sign-in.ts names its strength; the library itself opens sessions for providers only.
      session: {
        create: { before: async (session) => ({ data: { strength: 'provider', ...session } }) },
      },
      // What a provider says of a person is bounded, and a picture is nothing that we show.
      user: {
        create: { before: async (user) => ({ data: { ...user, name: shortName(user.name), image: null } }) },
      },
    },
    advanced: {
      cookiePrefix,
      useSecureCookies: isSecure(backendUrl),
      ipAddress: { disableIpTracking: true },
      // Said outright, because the library drops both checks by itself when it runs in a test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    // Ours counts per e-mail address too, and knows the client behind a proxy (server/http/rate-limit.ts).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    // What is not a refusal comes to us; otherwise the library prints it, with all that was in the query.
    onAPIError: { errorURL: '/sign-in', throw: true },
  }) satisfies BetterAuthOptions

/** The authentication service. Nothing outside server/identity knows which library it is. */
export function createAuth({ db, backendUrl, secret, providers }: AuthOptions) {
  return betterAuth({
    ...sharedSettings({ backendUrl, secret }),
    database: drizzleAdapter(db, { provider: 'pg', schema: authTables }),
    plugins: [
      trustedSignIn(),
      genericOAuth({
        config: providers.map(({ id, name, issuer, clientId, clientSecret }) => ({
          providerId: id,
          name,
          discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
          clientId,
          clientSecret,
          scopes: ['openid', 'email', 'profile'],
          pkce: true,
          requireIdTokenVerification: true,
          disableProviderLogout: true,
        })),
      }),
    ],
  })
}

const shortName = (name: string): string => [...name].slice(0, nameLength).join('')
