import { safeNext } from '../../core/identity/safe-next.ts'
import type { LocalPath } from '../../core/local-path.ts'

export interface Mailed {
  email: string
  code: string
  /** Lets the link work in any browser; the code alone counts only where it was asked for. */
  link?: string
}

/** What the address of the sign-in page carries. */
export interface SignInParams {
  next: LocalPath
  /** From the link in the mail; it is in the fragment, which no server sees. */
  mailed: Mailed | null
  /** The code of a sign-in with a provider that failed. */
  providerError: string | null
  /** A product asks for another sign-in, though there may be a session. */
  again: boolean
}

export function readSignInParams({ search, hash }: Pick<Location, 'search' | 'hash'>): SignInParams {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.slice(1))
  const email = fragment.get('email')
  const code = fragment.get('code') ?? ''
  const link = fragment.get('key')
  return {
    next: safeNext(query.get('next')),
    mailed: email && /^\d{6}$/.test(code) ? { email, code, ...(link && { link }) } : null,
    providerError: query.get('error'),
    again: query.get('again') === '1',
  }
}
