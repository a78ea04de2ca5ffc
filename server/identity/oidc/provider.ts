import { createHash } from 'node:crypto'
import { oauthProvider } from '@better-auth/oauth-provider'
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { jwt } from 'better-auth/plugins/jwt'
import { compactVerify, createLocalJWKSet } from 'jose'
import { z } from 'zod'
import { oidcScopes } from '../../../core/identity/oidc-scopes.ts'
import type { CustomerState } from '../../../core/integration/customer-state.ts'
import type { Drizzle } from '../../db/database.ts'
import { innermostError } from '../../db/innermost-error.ts'
import { oauthAccessTokens, oauthRefreshTokens } from '../../db/schema.ts'
import type { OidcClient } from '../../env.ts'
import { authTables, sessionSeconds, sharedSettings } from '../auth.ts'
import { listSigningKeys, saveSigningKey } from './signing-key-store.ts'
import { revokeTokensOfCode } from './token-store.ts'

export interface OidcProviderOptions {
  db: Drizzle
  backendUrl: string
  secret: string
  formerSecrets: readonly string[]
  clients: readonly OidcClient[]
  readCustomerState: (userId: string) => Promise<CustomerState | null>
}

const codeSeconds = 60
const tokenSeconds = 3_600
const refreshTokenSeconds = 30 * 86_400
/** A product with several processes may ask twice with one refresh token; later it counts as stolen. */
const reuseSeconds = 10

/** Where the library would redirect; routes.ts goes to /sign-in instead. */
export const loginRequiredPath = '/login-required'

const Hint = z.object({ iss: z.string(), aud: z.string(), sid: z.string() })

export type OidcProvider = ReturnType<typeof createOidcProvider>

/** Sign in with Fairseat, by an instance of the library of its own: whoever does not use it pays nothing for it. */
export function createOidcProvider(options: OidcProviderOptions) {
  const { db, backendUrl, clients, readCustomerState } = options
  const issuer = new URL(backendUrl).origin
  const readKeys = () => listSigningKeys(db, options)
  const tables = { ...authTables, oauthAccessToken: oauthAccessTokens, oauthRefreshToken: oauthRefreshTokens }
  const openStore = drizzleAdapter(db, { provider: 'pg', schema: tables })

  // Its types only differ where an absent description of a parameter is written as `undefined`.
  const provider = oauthProvider({
    loginPage: loginRequiredPath,
    consentPage: loginRequiredPath,
    scopes: [...oidcScopes],
    grantTypes: ['authorization_code', 'refresh_token'],
    codeExpiresIn: codeSeconds,
    accessTokenExpiresIn: tokenSeconds,
    idTokenExpiresIn: tokenSeconds,
    refreshTokenExpiresIn: refreshTokenSeconds,
    refreshTokenReuseInterval: reuseSeconds,
    // The state holds the address, so both come with the scope `email`.
    customUserInfoClaims: async ({ user, scopes: granted }) =>
      granted.includes('email') ? { fairseat: await readCustomerState(user.id) } : {},
    // For display only: what may be used is asked of the API.
    customIdTokenClaims: async ({ user }) => ({
      plan: (await readCustomerState(user.id))?.plan ?? 'free',
    }),
  }) as unknown as BetterAuthPlugin

  const auth = betterAuth({
    ...sharedSettings(options),
    // Clients come from the environment only: one that is taken out there is refused at once.
    database: (settings: BetterAuthOptions) => {
      const store = openStore(settings)
      return {
        ...store,
        findOne: async <Row>(query: Parameters<typeof store.findOne>[0]) =>
          query.model === 'oauthClient'
            ? ((clientRow(clients.find(({ clientId }) => clientId === query.where[0]?.value)) as Row) ?? null)
            : store.findOne<Row>(query),
        create: (async (row: Parameters<typeof store.create>[0]) =>
          store.create(endingInTime(row)).catch((error: unknown) => {
            // The session or the refresh token that it belongs to has ended at this moment.
            if (innermostError(error).code !== '23503') throw error
            throw new APIError('BAD_REQUEST', {
              error: 'invalid_grant',
              error_description: 'The session has ended.',
            })
          })) as typeof store.create,
        deleteMany: async (query: Parameters<typeof store.deleteMany>[0]) => {
          const [condition] = query.where
          if (condition?.field !== 'authorizationCodeId') return store.deleteMany(query)
          await revokeTokensOfCode(db, String(condition.value))
          return 0
        },
      }
    },
    plugins: [
      jwt({
        jwt: { issuer },
        jwks: { keyPairConfig: { alg: 'RS256', modulusLength: 3_072 }, disablePrivateKeyEncryption: true },
        // Encrypted by us, in a way that outlives a change of the secret.
        adapter: { getJwks: readKeys, createJwk: (key) => saveSigningKey(db, key, options.secret) },
      }),
      provider,
    ],
  })

  return {
    issuer,
    call: (request: Request): Promise<Response> => auth.handler(request),
    findClient: (id: string) => clients.find(({ clientId }) => clientId === id),
    /** Of products that run in the browser. */
    isClientOrigin: (origin: string): boolean =>
      clients.some(({ redirectUris }) => redirectUris.some((uri) => new URL(uri).origin === origin)),

    /** For whom and in which session an identity token of ours was issued. It may have expired meanwhile. */
    async readHint(token: string): Promise<{ clientId: string; sessionId: string } | null> {
      const keys = (await readKeys()).map(({ id, publicKey }) => ({
        ...JSON.parse(publicKey),
        kid: id,
        alg: 'RS256',
      }))
      try {
        const { payload } = await compactVerify(token, createLocalJWKSet({ keys }), { algorithms: ['RS256'] })
        const { iss, aud, sid } = Hint.parse(JSON.parse(new TextDecoder().decode(payload)))
        return iss === issuer ? { clientId: aud, sessionId: sid } : null
      } catch {
        return null
      }
    },
  }
}

/** However often a product refreshes, its refresh tokens expire at the latest 400 days after the sign-in, as sessions do. */
function endingInTime<Row extends { model: string; data: Record<string, unknown> }>(row: Row): Row {
  const { authTime, expiresAt } = row.data
  if (row.model !== 'oauthRefreshToken' || !(authTime instanceof Date) || !(expiresAt instanceof Date))
    return row
  const end = new Date(Math.min(expiresAt.getTime(), authTime.getTime() + sessionSeconds * 1_000))
  return { ...row, data: { ...row.data, expiresAt: end } }
}

/** In the library's terms. A product of the operator's own needs no consent, and PKCE always. */
function clientRow(client: OidcClient | undefined) {
  if (!client) return null
  const { clientId, clientSecret, name, redirectUris, postLogoutRedirectUris, scopes } = client
  return {
    id: clientId,
    clientId,
    ...(clientSecret && { clientSecret: createHash('sha256').update(clientSecret).digest('base64url') }),
    name,
    redirectUris,
    postLogoutRedirectUris,
    scopes,
    tokenEndpointAuthMethod: clientSecret ? 'client_secret_post' : 'none',
    grantTypes: ['authorization_code', 'refresh_token'],
    responseTypes: ['code'],
    requirePKCE: true,
    skipConsent: true,
    enableEndSession: true,
    disabled: false,
  }
}
