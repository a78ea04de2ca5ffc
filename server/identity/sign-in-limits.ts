import { tooManyMails } from '../../core/identity/contract.ts'
import type { NetworkLimit } from '../http/rate-limit.ts'

// docs/security.md computes from these how likely a takeover is; sign-in-limits.test.ts checks its figures.

const tenMinutesMs = 600_000
const hourMs = 3_600_000

export const codeSeconds = 600
export const triesPerCode = 5

/** Requests, whatever becomes of them. They bound work; the limits below bound what an attacker gains. */
export const requestLimits = {
  send: { name: 'send-code-by-address', max: 60, windowMs: tenMinutesMs },
  try: { name: 'try-code-by-address', max: 120, windowMs: tenMinutesMs },
  provider: { name: 'provider-by-address', max: 60, windowMs: tenMinutesMs },
  providerCallback: { name: 'provider-callback-by-address', max: 60, windowMs: tenMinutesMs },
} satisfies Record<string, NetworkLimit>

/**
 * Mails with sign-in codes. Strangers are all browsers that never signed in with the address. Their mails count until
 * somebody signs in with them, so that ordinary use takes nothing from the budgets.
 */
export const mailLimits = {
  byKnownBrowser: { name: 'send-code-by-browser', max: 10, windowMs: hourMs, refusal: tooManyMails },
  byNetwork: { name: 'unanswered-mail-by-network', max: 120, windowMs: hourMs },
  inAll: { name: 'unanswered-mail', max: 6_000, windowMs: hourMs, refusal: 'mails-exhausted' },
  byMailboxAndSite: { name: 'send-code-by-network', max: 3, windowMs: hourMs, refusal: tooManyMails },
  byMailbox: { name: 'send-code-by-email', max: 5, windowMs: hourMs, refusal: tooManyMails },
  /** Not counting the first mail of each hour. */
  byMailboxAndDay: { name: 'send-code-by-day', max: 15, windowMs: 24 * hourMs, refusal: tooManyMails },
} satisfies Record<string, NetworkLimit>

/** Wrong codes that were compared with the right one. Beyond these limits a mail's link still signs in. */
export const guessLimits = {
  byKnownBrowser: { name: 'wrong-code-by-browser', max: 20, windowMs: hourMs, refusal: 'codes-exhausted' },
  byNetwork: {
    name: 'wrong-code-by-network',
    max: 20,
    maxOfSite: 40,
    windowMs: hourMs,
    refusal: 'codes-exhausted',
  },
  inAll: { name: 'wrong-code', max: 1_000, windowMs: hourMs, refusal: 'codes-exhausted' },
} satisfies Record<string, NetworkLimit>

/** Wrong codes of signed-in people, who prove themselves or delete their account. Each person has a limit of their own, too. */
export const sessionGuessLimits = {
  byNetwork: { name: 'wrong-session-code-by-network', max: 20, maxOfSite: 40, windowMs: hourMs },
  inAll: { name: 'wrong-session-code', max: 1_000, windowMs: hourMs },
} satisfies Record<string, NetworkLimit>

/** Wrong codes in all, after which a code stands one try: whoever types the right one at once notices nothing. */
export const guessesBeforeOneTry = 250
