import { domainToASCII, domainToUnicode } from 'node:url'
import { z } from 'zod'
import { isUndeliverable } from '../core/identity/undeliverable.ts'
import { AppError } from './errors.ts'

/** The one form of an address for codes, limits and accounts: ASCII, in lower case, the domain as DNS has it. */
export type MailAddress = string & z.core.$brand<'MailAddress'>

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/**
 * Two addresses never become one, but by the case of ASCII letters. Folding others would: U+212A, the kelvin sign, has `k` as its
 * lower case, and its owner would sign in as the owner of the ASCII address.
 */
export function findMailAddress(text: string): MailAddress | null {
  const given = text.trim()
  const at = given.lastIndexOf('@')
  const local = given.slice(0, at)
  const domain = asciiDomain(given.slice(at + 1))
  if (!isAscii(local) || !domain) return null
  const address = `${local.toLowerCase()}@${domain}`
  return z.email().safeParse(address).success && !isUndeliverable(address) ? (address as MailAddress) : null
}

export function parseEmail(text: string): MailAddress {
  const address = findMailAddress(text)
  if (!address) throw new AppError('bad-email')
  return address
}

/**
 * Valid internationalized labels (RFC 5891), none longer than DNS allows (RFC 1035). Of the many spellings that IDNA maps to one name
 * only two are taken: the ASCII one and its reverse.
 */
function asciiDomain(given: string): string | null {
  const written = given.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const ascii = domainToASCII(written)
  const readable = domainToUnicode(ascii)
  // One that cannot be decoded is empty in Node 20 and left as it is in Node 24.
  const isDecoded = readable !== '' && !/(^|\.)xn--/.test(readable)
  const isCanonical = written === ascii || written === readable
  return isDecoded && isCanonical && ascii.split('.').every(({ length }) => length <= 63) ? ascii : null
}
