import { createHmac, randomBytes } from 'node:crypto'
import { equalInConstantTime } from '../equal-in-constant-time.ts'
import { parseCookies, serializeCookie } from '../http/cookies.ts'

export interface Browser {
  /** Random, known to this browser only. A code counts only with the id that it was requested with. */
  id: string
  /** Whether this browser has signed in with the address before. */
  knows: (email: string) => boolean
}

/** While signing in; afterwards as long as a session (rule I3). */
const codeRequestSeconds = 86_400
const knownSeconds = 34_560_000
const idForm = /^[\w-]{43}$/

/**
 * A cookie `<id>` or `<id>.<proof>` for each browser that requested a code. The proof names the address that it signed in
 * with last, under the secret: such a browser is not counted among strangers (send-limits.ts).
 */
export function createBrowserCookie(backendUrl: string, secret: string, formerSecrets: readonly string[]) {
  const secure = backendUrl.startsWith('https:')
  // The prefix keeps other hosts of the same domain from planting one.
  const name = `${secure ? '__Host-' : ''}fairseat.browser`
  const proofOf = (id: string, email: string, key: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['browser', id, email]))
      .digest()
  const write = (value: string, maxAge: number) =>
    serializeCookie(name, value, { maxAge, path: '/', httpOnly: true, secure, sameSite: 'Lax' })

  return {
    /** The browser that calls; a new one when it has no cookie of this form. */
    read(headers: Headers): Browser {
      const [id = '', proof = ''] = (parseCookies(headers.get('cookie') ?? '', name)[name] ?? '').split('.')
      if (!idForm.test(id)) return { id: randomBytes(32).toString('base64url'), knows: () => false }
      const given = Buffer.from(proof, 'base64url')
      return {
        id,
        knows: (email) =>
          [secret, ...formerSecrets].some((key) => equalInConstantTime(given, proofOf(id, email, key))),
      }
    },
    /** For a browser that requested a code. Null for a known one, which keeps its cookie. */
    forCodeRequest: ({ id, knows }: Browser, email: string): string | null =>
      knows(email) ? null : write(id, codeRequestSeconds),
    forSignedIn: ({ id }: Browser, email: string): string =>
      write(`${id}.${proofOf(id, email, secret).toString('base64url')}`, knownSeconds),
    removed: write('', 0),
  }
}
