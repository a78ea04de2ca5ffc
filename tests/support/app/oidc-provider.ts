import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

export interface TestProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** What it was asked at its authorization endpoint, newest last. */
  asked: URLSearchParams[]
  /** Paths where it takes requests and never responds. */
  silentAt: Set<string>
  /** What it says of everybody. */
  profile: { name: string; picture?: string }
  stop(): Promise<void>
}

/**
 * A real OpenID Connect provider on loopback, with its own pages for login and consent. Whoever logs in as
 * `ann@example.com` has that address, verified unless the login begins with `unverified`.
 */
export async function startOidcProvider(callbackUrl: string): Promise<TestProvider> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const issuer = `http://127.0.0.1:${address.port}`
  const client = { clientId: 'fairseat', clientSecret: 'a-secret-between-the-two-of-us-only' }
  const asked: URLSearchParams[] = []
  const silentAt = new Set<string>()
  const profile: TestProvider['profile'] = { name: 'Ann Example' }

  const provider = new Provider(issuer, {
    clients: [
      { client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [callbackUrl] },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['test'] },
    findAccount: async (_context, sub) => ({
      accountId: sub,
      claims: async () => ({
        sub,
        email: sub.replace(/^unverified-/, ''),
        email_verified: !sub.startsWith('unverified-'),
        ...profile,
      }),
    }),
  })
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (silentAt.has(url.pathname)) return
    if (url.pathname === '/auth') asked.push(url.searchParams)
    return provider.callback()(request, response)
  })
  return {
    issuer,
    ...client,
    asked,
    silentAt,
    profile,
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
