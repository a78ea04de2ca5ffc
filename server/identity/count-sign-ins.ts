import { codeSpent } from '../../core/identity/contract.ts'
import { mailboxOf } from '../../core/identity/mailbox.ts'
import { AppError } from '../errors.ts'
import type { ClientNetwork } from '../http/client-network.ts'
import { type NetworkLimit, type Use, type UseCounter, usesOfNetwork } from '../http/rate-limit.ts'
import type { Browser } from './browser-cookie.ts'
import { guessesBeforeOneTry, guessLimits, mailLimits, sessionGuessLimits } from './sign-in-limits.ts'

/** An attempt to sign in with an address, from a browser in a network. */
export interface SignInAttempt {
  email: string
  browser: Browser
  network: ClientNetwork
}

/** The limits on what strangers use up, by network and in all. */
interface Budget {
  byNetwork: NetworkLimit
  inAll: NetworkLimit
}

/** Counts a code before it is compared, or refuses it. Returns how to take the count back when the code was right. */
export type CountGuess = (nthTryOfCode: number) => Promise<() => Promise<void>>

/** Counts what an attacker could abuse. A browser that has signed in with the address before is not counted among strangers. */
export function createSignInCounts({ count, uncount }: UseCounter) {
  const unansweredMail = (network: ClientNetwork): Use[] => [
    ...usesOfNetwork(mailLimits.byNetwork, network),
    { limit: mailLimits.inAll, subject: 'all' },
  ]

  /**
   * Counts a use of a network, and one of the budget in all. When the budget is used up, a network that has used nothing yet
   * has its first use all the same: whoever used it up must not shut out everybody else. Returns the count in all.
   */
  async function countWithin(
    limits: Budget,
    network: ClientNetwork,
  ): Promise<{ inAll: number; uses: Use[] }> {
    const own = usesOfNetwork(limits.byNetwork, network)
    const inAll: Use = { limit: limits.inAll, subject: 'all' }
    const hits = await count(own)
    try {
      const [counted = 0] = await count([inAll])
      return { inAll: counted, uses: [...own, inAll] }
    } catch (error) {
      const isRefusal = error instanceof AppError
      if (isRefusal && hits.every((used) => used <= 1)) return { inAll: limits.inAll.max + 1, uses: own }
      await uncount(own)
      throw error
    }
  }

  return {
    /**
     * Counts a mail or refuses it. A refusal about the mailbox means that mails were sent within the hour, whose links work for
     * that long. Returns how to take the count back, for a mail that could not be sent.
     */
    async countMail({ email, browser, network }: SignInAttempt): Promise<() => Promise<void>> {
      const counted: Use[] = []
      const undo = () => uncount(counted)
      const add = async (...uses: Use[]) => {
        const [hits = 0] = await count(uses)
        counted.push(...uses)
        return hits
      }
      const { byKnownBrowser, byMailboxAndSite, byMailbox, byMailboxAndDay } = mailLimits
      const mailbox = mailboxOf(email)
      try {
        if (browser.knows(email)) await add({ limit: byKnownBrowser, subject: `${email} ${browser.id}` })
        else {
          counted.push(...(await countWithin(mailLimits, network)).uses)
          // The network first: what it may not send is not taken from the others.
          await add({ limit: byMailboxAndSite, subject: `${mailbox} ${network.site}` })
          const isFirst = (await add({ limit: byMailbox, subject: mailbox })) === 1
          if (!isFirst) await add({ limit: byMailboxAndDay, subject: mailbox })
        }
      } catch (error) {
        await undo()
        throw error
      }
      return undo
    },

    /** The mail's code or link was used by the browser that asked for it: its mail was no abuse. */
    async countAnswer({ email, browser, network }: SignInAttempt): Promise<void> {
      if (!browser.knows(email)) await uncount(unansweredMail(network))
    },

    countGuess:
      ({ email, browser, network }: SignInAttempt): CountGuess =>
      async (nthTryOfCode) => {
        if (browser.knows(email)) {
          const own = [{ limit: guessLimits.byKnownBrowser, subject: `${email} ${browser.id}` }]
          await count(own)
          return () => uncount(own)
        }
        const { inAll, uses } = await countWithin(guessLimits, network)
        const undo = () => uncount(uses)
        if (nthTryOfCode === 1 || inAll <= guessesBeforeOneTry) return undo
        await undo()
        throw new AppError(codeSpent)
      },

    /** For codes that are mailed to a signed-in person, who may be signed in by anybody with an API key. */
    countSessionGuess:
      (network: ClientNetwork): CountGuess =>
      async () => {
        const { uses } = await countWithin(sessionGuessLimits, network)
        return () => uncount(uses)
      },
  }
}
