import type { PaymentPage } from '../../core/billing/contract.ts'
import type { ProviderPage } from '../../core/identity/contract.ts'
import { safeNext } from '../../core/identity/safe-next.ts'
import type { LocalPath } from '../../core/local-path.ts'

declare const checked: unique symbol
type Checked<Kind extends string> = string & { readonly [checked]: Kind }

/** The configured address of this server, for a request under another name. */
type OwnAddress = Checked<'own'>
/** An address that the operator registered for a product (OIDC_CLIENTS). */
type ClientAddress = Checked<'client'>

/** Where a response may send the browser. Each kind has one constructor, here; LocalPath has its own (F86). */
export type Destination = LocalPath | OwnAddress | ClientAddress

export const ownAddress = (origin: string, target: `/${string}`): OwnAddress =>
  (new URL(origin).origin + target) as OwnAddress

/** The path of an address that the authentication library answers with; /pricing for one on another site. */
export function ownPath(address: string, siteUrl: string): LocalPath {
  const { origin, pathname, search, hash } = new URL(address, siteUrl)
  return safeNext(origin === new URL(siteUrl).origin ? pathname + search + hash : null)
}

/** A registered address, whatever is in the query. Null for every other address, and for none. */
export function clientAddress(registered: readonly string[], address: string): ClientAddress | null {
  if (!URL.canParse(address)) return null
  const asked = new URL(address)
  const isRegistered = registered.some((uri) => isSamePlace(new URL(uri), asked))
  return isRegistered ? (asked.href as ClientAddress) : null
}

function isSamePlace(one: URL, other: URL): boolean {
  // A program on the visitor's machine listens on any port (RFC 8252, section 7.3).
  const isSamePort = one.port === other.port || one.protocol === 'http:'
  return (
    one.protocol === other.protocol &&
    one.hostname === other.hostname &&
    isSamePort &&
    one.pathname === other.pathname
  )
}

/** A page of an identity provider. Null unless it is encrypted, or on the host of an issuer that is not. */
export const providerPage = (address: string, issuer: string): ProviderPage | null =>
  isEncryptedOrOn(issuer, address) ? (address as ProviderPage) : null

/**
 * A page of the payment service, which may have a domain of the shop's own. It must be encrypted, except on the host of
 * STRIPE_API_URL: the emulator.
 */
export function paymentPage(address: string, apiUrl: string | undefined): PaymentPage {
  if (!isEncryptedOrOn(apiUrl, address))
    throw new Error('The payment service named a page that is not encrypted.')
  return address as PaymentPage
}

function isEncryptedOrOn(configured: string | undefined, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:' || configured === undefined) return protocol === 'https:'
  const own = new URL(configured)
  return protocol === 'http:' && own.protocol === 'http:' && own.hostname === hostname
}
