import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { genericOAuth } from 'better-auth/plugins'
import type { Drizzle } from '../db/database.ts'
import { accounts, sessions, users, verifications } from '../db/schema.ts'
import type { SignInProvider } from '../env.ts'
import { findMailAddress } from '../mail-address.ts'
import { trustedSignIn } from './trusted-sign-in.ts'

export interface AuthOptions {
  db: Drizzle
  backendUrl: string
  secret: string
  providers: readonly SignInProvider[]
}

/** Rule I3: 400 days, for the cookie at each refresh, and for a session from its sign-in. */
export const sessionSeconds = 34_560_000
const nameLength = 100

const noTokens = { accessToken: null, refreshToken: null, idToken: null }

const isSecure = (backendUrl: string) => backendUrl.startsWith('https:')

/** The prefix of all cookies that a session or a sign-in needs. Browsers take `__Host-` from this host only, not from its siblings. */
export const cookiePrefix = (backendUrl: string): string =>
  isSecure(backendUrl) ? '__Host-fairseat' : 'fairseat'

export const authTables = { user: users, session: sessions, account: accounts, verification: verifications }

/** What every instance of the library shares: the same sessions, cookies and rules. */
export const sharedSettings = ({ backendUrl, secret }: Pick<AuthOptions, 'backendUrl' | 'secret'>) =>
  ({
    baseURL: backendUrl,
    basePath: '/api/auth',
    secret,
    session: {
      expiresIn: sessionSeconds,
      // Only auth-service.ts refreshes sessions: the library would move their end.
      disableSessionRefresh: true,
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
      // A provider only says who somebody is; nothing else is requested from it, so its tokens are not stored.
      account: {
        create: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
        update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
      },
      // What a provider says of a person is bounded, and a picture is nothing that we show.
      user: {
        create: { before: async (user) => ({ data: { ...user, name: shortName(user.name), image: null } }) },
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(backendUrl),
      // The library would put `__Secure-` in front of the names.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure(backendUrl) },
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
          // The library folds what it is given, which must not lead to another's account.
          mapProfileToUser: ({ email }) => ({ email: findMailAddress(email ?? '') }),
          disableProviderLogout: true,
        })),
      }),
    ],
  })
}

const shortName = (name: string): string => [...name].slice(0, nameLength).join('')
