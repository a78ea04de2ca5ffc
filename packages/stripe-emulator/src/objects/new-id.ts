import { randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `cus_…` and the like; as long as Stripe's, so that columns and logs meet real lengths. */
export function newId(prefix: string, length = 24): string {
  let id = `${prefix}_`
  for (const byte of randomBytes(length)) id += alphabet[byte % alphabet.length]
  return id
}
