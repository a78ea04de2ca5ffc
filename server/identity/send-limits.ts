import { tooManyMails } from '../../core/identity/contract.ts'
import { mailboxOf } from '../../core/identity/mailbox.ts'
import type { CountingRateLimiter, RateLimit } from '../http/rate-limit.ts'
import type { Browser } from './browser-cookie.ts'

const hourMs = 3_600_000

/**
 * How many mails with sign-in codes one mailbox gets. Strangers are all browsers that never signed in with the address. The
 * numbers decide how likely a takeover is and how full a mailbox gets (docs/security.md).
 */
const sendLimits = {
  byKnownBrowser: { name: 'send-code-by-browser', max: 10, windowMs: hourMs, refusal: tooManyMails },
  byMailboxAndNetwork: { name: 'send-code-by-network', max: 3, windowMs: hourMs, refusal: tooManyMails },
  byMailbox: { name: 'send-code-by-email', max: 5, windowMs: hourMs, refusal: tooManyMails },
  /** Not counting the first mail of each hour. */
  byMailboxAndDay: { name: 'send-code-by-day', max: 15, windowMs: 24 * hourMs, refusal: tooManyMails },
} satisfies Record<string, RateLimit>

interface Sending {
  email: string
  browser: Browser
  network: string
}

/**
 * Counts a mail or refuses it. Each refusal means that mails were sent within the hour, whose links work for that long: the
 * first mail of an hour is never refused, however many went before. Returns how to take the count back, for a mail that
 * could not be sent.
 */
export async function countSending(
  {
    limit,
    uncount,
  }: { limit: CountingRateLimiter; uncount: (limit: RateLimit, subject: string) => Promise<void> },
  { email, browser, network }: Sending,
): Promise<() => Promise<void>> {
  const counted: [RateLimit, string][] = []
  const count = async (by: RateLimit, subject: string) => {
    const hits = await limit(by, subject)
    counted.push([by, subject])
    return hits
  }
  const mailbox = mailboxOf(email)
  if (browser.knows(email)) await count(sendLimits.byKnownBrowser, `${email} ${browser.id}`)
  else {
    // The network first: what it may not send is not taken from the others.
    await count(sendLimits.byMailboxAndNetwork, `${mailbox} ${network}`)
    const isFirst = (await count(sendLimits.byMailbox, mailbox)) === 1
    if (!isFirst) await count(sendLimits.byMailboxAndDay, mailbox)
  }
  return async () => {
    for (const [by, subject] of counted) await uncount(by, subject)
  }
}
