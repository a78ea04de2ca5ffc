import { domainToUnicode } from 'node:url'
import { z } from 'zod'
import { isUndeliverable } from '../../core/identity/undeliverable.ts'
import { AppError } from '../errors.ts'

/** One form for codes, limits and account. */
export function parseEmail(text: string): string {
  const address = text.trim().toLowerCase()
  const domain = address.slice(address.indexOf('@') + 1)
  if (!z.email().safeParse(address).success || !isDomain(domain) || isUndeliverable(address))
    throw new AppError('bad-email')
  return address
}

/** What a user has who lost an address that was never verified. No mail server has a name under `.invalid` (RFC 2606). */
export const placeholderAddress = (userId: string): string => `${userId}@unverified.invalid`

/** As mail servers see it: valid internationalised labels (RFC 5891), none longer than DNS allows (RFC 1035). */
function isDomain(name: string): boolean {
  const readable = domainToUnicode(name)
  // One that cannot be decoded is empty in Node 20 and left as it is in Node 24.
  const isDecoded = readable !== '' && !/(^|\.)xn--/.test(readable)
  return isDecoded && name.split('.').every(({ length }) => length <= 63)
}
