import { z } from 'zod'
import type { OidcClient, TokenIssuer } from '../env.ts'
import { isLoopback } from '../secure-url.ts'

const KeySet = z.object({ keys: z.array(z.object({ kty: z.string() })) })
const Discovery = z.object({ issuer: z.string(), jwks_uri: z.string() })

const isLocal = (address: string): boolean => isLoopback(new URL(address).hostname)

async function fetchJson<Body>(url: string, schema: z.ZodType<Body>, patienceMs: number): Promise<Body> {
  const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' })
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  const body = schema.safeParse(await response.json().catch(() => null))
  if (!body.success) throw new Error(`${url} answered something else`)
  return body.data
}

/** Whether tokens of this issuer (AUTH_JWT) can be checked. */
export async function checkTokenIssuer(
  { jwksUrl, origins }: TokenIssuer,
  patienceMs: number,
): Promise<string> {
  const { keys } = await fetchJson(jwksUrl, KeySet, patienceMs)
  const usable = keys.filter(({ kty }) => kty === 'RSA' || kty === 'EC' || kty === 'OKP')
  if (usable.length === 0)
    throw new Error(`${jwksUrl} has no public key: switch the issuer to asymmetric signing keys`)
  const from =
    origins.length > 0 ? `pages of ${origins.join(', ')}` : 'no page of another origin (`origins` is empty)'
  return `${usable.length} keys at ${jwksUrl}; people are sent here by ${from}`
}

/** Whether people can sign in through a provider (OIDC_PROVIDERS): its metadata must name the issuer that is set. */
export async function checkSignInProvider(issuer: string, patienceMs: number): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const discovery = await fetchJson(url, Discovery, patienceMs)
  if (discovery.issuer !== issuer)
    throw new Error(`its issuer is ${discovery.issuer}, not ${issuer}: set exactly that`)
  return `issuer ${issuer}`
}

/** Whether products (OIDC_CLIENTS) can sign people in, and nothing about them is left from development. */
export async function checkOidcClients(
  clients: readonly OidcClient[],
  backendUrl: string,
  patienceMs: number,
): Promise<string> {
  const { origin } = new URL(backendUrl)
  const secrets = clients.flatMap(({ clientSecret }) => clientSecret ?? [])
  if (new Set(secrets).size < secrets.length) throw new Error('two clients have the same clientSecret')
  for (const { clientId, clientSecret, redirectUris, postLogoutRedirectUris } of clients) {
    const local = [...redirectUris, ...postLogoutRedirectUris].find(isLocal)
    // A program on the visitor's machine has no secret, and is there.
    if (local && clientSecret && !isLocal(origin))
      throw new Error(`${clientId} still has ${local}, which leads to the visitor's own machine`)
  }
  const { issuer, jwks_uri } = await fetchJson(
    `${origin}/.well-known/openid-configuration`,
    Discovery,
    patienceMs,
  )
  if (issuer !== origin) throw new Error(`the server says that its issuer is ${issuer}, not ${origin}`)
  await fetchJson(jwks_uri, KeySet, patienceMs)
  return `${clients.map(({ clientId }) => clientId).join(', ')}; issuer ${issuer}`
}
