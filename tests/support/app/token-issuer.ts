import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

export type TestIssuer = Awaited<ReturnType<typeof startTokenIssuer>>

interface Signing {
  claims?: JWTPayload
  /** In seconds from now. */
  expiresIn?: number | null
  kid?: string
  typ?: string
}

/** The sign-in of a product as far as we see it: it publishes its keys and signs tokens. */
export async function startTokenIssuer(issuer = 'https://issuer.example', algorithm = 'RS256') {
  const published: JWK[] = []
  let status = 200
  let fetched = 0
  const newKey = async () => {
    const kid = `key-${published.length + 1}`
    const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
    published.push({ ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' })
    return { kid, privateKey, pem: await exportSPKI(publicKey) }
  }
  let key = await newKey()
  const server = createServer((_, response) => {
    fetched += 1
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ keys: published }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    issuer,
    audience: 'fairseat',
    jwksUrl: `http://127.0.0.1:${port}/jwks.json`,
    publicPem: () => key.pem,
    kid: () => key.kid,
    fetched: () => fetched,
    /** New tokens are signed with another key; the old one stays published. */
    async rotate() {
      key = await newKey()
    },
    respondWith(next: number) {
      status = next
    },
    claims: (more: JWTPayload = {}): JWTPayload => ({
      iss: issuer,
      aud: 'fairseat',
      sub: 'user-1',
      email: 'ana@example.com',
      email_verified: true,
      ...more,
    }),
    sign({ claims = {}, expiresIn = 60, kid = key.kid, typ }: Signing = {}): Promise<string> {
      const now = Math.floor(Date.now() / 1_000)
      const token = new SignJWT({ ...this.claims(claims), iat: now }).setProtectedHeader({
        alg: algorithm,
        kid,
        ...(typ && { typ }),
      })
      if (expiresIn !== null) token.setExpirationTime(now + expiresIn)
      return token.sign(key.privateKey)
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
