import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { codeExpired, codeSpent, codeWrong } from '../../core/identity/contract.ts'
import type { Drizzle } from '../db/database.ts'
import { equalInConstantTime } from '../equal-in-constant-time.ts'
import { AppError } from '../errors.ts'
import { countTry, removeCode, saveCode } from './code-store.ts'
import type { CountGuess } from './count-sign-ins.ts'
import { codeSeconds, triesPerCode } from './sign-in-limits.ts'

/**
 * As long as the window of the limits on mails to a mailbox (sign-in-limits.ts): whenever one of them refuses a mail, one
 * whose link still works is in the mailbox.
 */
const linkSeconds = 3_600

/** What a code is good for, and for whom: `holder` is the browser or the session that requested it. */
export interface CodeOwner {
  purpose: 'sign-in' | 'deletion' | 'proof'
  email: string
  holder: string
}

/**
 * Six-digit codes that count only for the holder that requested them, so that no other can try, spend or replace them; and link
 * keys of 256 bits beside them, which count in any browser and cannot be guessed or spent by wrong tries.
 */
export function createCodes(db: Drizzle, secret: string) {
  // A plain hash of six digits is undone in a second; this one needs the secret as well.
  const hash = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const identifierOf = ({ purpose, email, holder }: CodeOwner) => hash('holder', purpose, email, holder)
  const codeHash = (id: string, code: string) => hash('code', id, code)
  const linkSignature = (id: string, email: string) => hash('link', id, email)

  return {
    async issue(owner: CodeOwner): Promise<{ id: string; code: string; linkKey: string }> {
      const id = randomBytes(16).toString('base64url')
      const code = randomInt(1_000_000).toString().padStart(6, '0')
      const row = { id, identifier: identifierOf(owner), codeHash: codeHash(id, code) }
      await saveCode(db, row, codeSeconds)
      return { id, code, linkKey: `${id}.${linkSignature(id, owner.email)}` }
    },

    /** For a mail that was not sent: a code that nobody received must not be tried. */
    revoke: async (id: string): Promise<void> => void (await removeCode(db, id, 0)),

    /** Throws unless the code is right; then it is used up. */
    async spend(owner: CodeOwner, code: string, countGuess: CountGuess) {
      const counted = await countTry(db, identifierOf(owner), triesPerCode)
      if (counted === 'none') throw new AppError(codeWrong)
      if (counted === 'expired') throw new AppError(codeExpired)
      if (counted === 'spent') throw new AppError(codeSpent)
      const uncount = await countGuess(counted.tries)
      if (!equal(counted.codeHash, codeHash(counted.id, code))) throw new AppError(codeWrong)
      await uncount()
      if (!(await removeCode(db, counted.id, 0))) throw new AppError(codeWrong)
    },

    /**
     * Throws unless the key is the one of a mail to this address; then that mail's code is used up as well. Returns whether this
     * holder asked for the mail.
     */
    async spendLink(owner: CodeOwner, linkKey: string): Promise<boolean> {
      const [id = '', signature = ''] = linkKey.split('.')
      if (!equal(signature, linkSignature(id, owner.email))) throw new AppError(codeWrong)
      const identifier = await removeCode(db, id, linkSeconds - codeSeconds)
      if (!identifier) throw new AppError(codeExpired)
      return identifier === identifierOf(owner)
    },
  }
}

const equal = (given: string, ours: string): boolean =>
  equalInConstantTime(Buffer.from(given), Buffer.from(ours))
