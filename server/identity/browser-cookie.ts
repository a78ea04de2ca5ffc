import { createHmac, randomBytes } from 'node:crypto'
import { equalInConstantTime } from '../equal-in-constant-time.ts'
import { parseCookies, serializeCookie } from '../http/cookies.ts'

export interface Browser {
  /** Random, known to this browser only. A code counts only with the id that it was requested with. */
  id: string
  /** Whether a code or link of a mail to the address was used in this browser: limits leave it out. */
  knows: (email: string) => boolean
  /** The same, or a sign-in link of the product, which proves nothing about the mailbox. */
  hasHadAccount: (email: string) => boolean
}

/** While signing in; afterwards as long as a session (rule I3). */
const codeRequestSeconds = 86_400
const knownSeconds = 34_560_000
const idForm = /^[\w-]{43}$/

/** `browser`: a code or link of a mail. `product-link`: a sign-in link of the product. */
type SignedInBy = 'browser' | 'product-link'

/**
 * A cookie `<id>` or `<id>.<proof>` for each browser that requested a code. The proof names the address that it signed in
 * with last, under the secret: such a browser is not counted among strangers (send-limits.ts).
 */
export function createBrowserCookie(backendUrl: string, secret: string, formerSecrets: readonly string[]) {
  const secure = backendUrl.startsWith('https:')
  // The prefix keeps other hosts of the same domain from planting one.
  const name = `${secure ? '__Host-' : ''}fairseat.browser`
  const proofOf = (by: SignedInBy, id: string, email: string, key: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([by, id, email]))
      .digest()
  const proven = (by: SignedInBy, id: string, email: string) =>
    write(`${id}.${proofOf(by, id, email, secret).toString('base64url')}`, knownSeconds)
  const write = (value: string, maxAge: number) =>
    serializeCookie(name, value, { maxAge, path: '/', httpOnly: true, secure, sameSite: 'Lax' })

  return {
    /** The browser that calls; a new one when it has no cookie of this form. */
    read(headers: Headers): Browser {
      const [id = '', proof = ''] = (parseCookies(headers.get('cookie') ?? '', name)[name] ?? '').split('.')
      if (!idForm.test(id)) {
        const never = () => false
        return { id: randomBytes(32).toString('base64url'), knows: never, hasHadAccount: never }
      }
      const given = Buffer.from(proof, 'base64url')
      const isProven = (by: SignedInBy, email: string) =>
        [secret, ...formerSecrets].some((key) => equalInConstantTime(given, proofOf(by, id, email, key)))
      return {
        id,
        knows: (email) => isProven('browser', email),
        hasHadAccount: (email) => isProven('browser', email) || isProven('product-link', email),
      }
    },
    /** For a browser that requested a code. Null for a known one, which keeps its cookie. */
    forCodeRequest: ({ id, knows }: Browser, email: string): string | null =>
      knows(email) ? null : write(id, codeRequestSeconds),
    forSignedIn: ({ id }: Browser, email: string): string => proven('browser', id, email),
    /** For a sign-in link of the product. None for a known browser, which keeps its cookie. */
    forLink: ({ id, knows }: Browser, email: string): string[] =>
      knows(email) ? [] : [proven('product-link', id, email)],
    removed: write('', 0),
  }
}
