import { createHmac } from 'node:crypto'
import { unsubscribePath } from '../../../core/billing/contract.ts'
import { equalInConstantTime } from '../../equal-in-constant-time.ts'

/**
 * RFC 8058: the address in the header of a reminder, which a mail program calls without a session. It declines reminders and
 * can do nothing else, so it never runs out.
 */
export function createUnsubscribeLinks(siteUrl: string, secrets: readonly string[]) {
  const sign = (userId: string, secret: string) =>
    createHmac('sha256', secret).update(`reminders:${userId}`).digest()
  return {
    urlFor(userId: string): string {
      const url = new URL(unsubscribePath, siteUrl)
      url.searchParams.set('user', userId)
      url.searchParams.set('token', sign(userId, secrets[0] ?? '').toString('base64url'))
      return url.href
    },
    /** Also one that was signed with a secret that has been replaced. */
    isSigned(userId: string, token: string): boolean {
      const given = Buffer.from(token, 'base64url')
      return secrets.some((secret) => equalInConstantTime(given, sign(userId, secret)))
    },
  }
}
