import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { isUndeliverable } from '../../core/identity/undeliverable.ts'
import { inLanguage } from '../../core/messages/in-language.ts'
import * as messages from '../../core/messages/messages.ts'
import type { SiteLanguage, SiteLanguages } from '../../core/messages/site-languages.ts'
import type { Drizzle } from '../db/database.ts'
import { users } from '../db/schema.ts'
import type { JobHandler } from '../jobs/create-jobs.ts'
import { enqueueJob } from '../jobs/store.ts'
import { type MailContext, writeMail } from '../write-mail.ts'
import type { Mail, Mailer } from './mail.ts'
import { endSessions } from './store.ts'

const mailJob = 'mail-former-address'

interface AddressChange {
  userId: string
  emailBefore: string
  email: string
}

/**
 * To be called in the transaction that changes the address of a known user: the owner of the former address reads of it, and
 * nobody stays signed in. The user's row is locked, so no session is opened meanwhile.
 */
export async function endFormerAddress(
  tx: Drizzle,
  { userId, emailBefore, email }: AddressChange,
): Promise<void> {
  await endSessions(tx, userId)
  if (isUndeliverable(emailBefore)) return
  const [user] = await tx.select({ language: users.language }).from(users).where(eq(users.id, userId))
  const payload = {
    userId,
    to: emailBefore,
    newAddress: maskAddress(email),
    language: user?.language ?? null,
  }
  await enqueueJob(tx, { kind: mailJob, key: randomUUID(), payload })
}

/** Enough for the owner to recognize it, and useless to anybody else who reads the mail. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${[...address.slice(0, at)][0] ?? ''}…${address.slice(at)}`
}

interface FormerAddressJobDeps {
  mailer: Mailer
  languages: SiteLanguages
  product: string
  backendUrl: string
  /** The support address of the catalogue. */
  support: (site: SiteLanguage) => string | undefined
}

/** The jobs that `endFormerAddress` enqueues. */
export const formerAddressJobs = (deps: FormerAddressJobDeps): Record<string, JobHandler> => ({
  [mailJob]: {
    async run({ key, payload }) {
      const { mailer, languages, product, backendUrl } = deps
      const site = languages.get(payload.language === null ? null : String(payload.language))
      const context = { product, siteUrl: new URL(backendUrl).origin, to: String(payload.to) }
      const change = { newAddress: String(payload.newAddress), support: deps.support(site), key }
      await mailer.send(inLanguage(site, () => formerAddressMail(change, context)))
    },
  },
})

interface FormerAddressMail {
  newAddress: string
  support: string | undefined
  /** The same at each attempt. */
  key: string
}

/** In the language that is being rendered. */
const formerAddressMail = ({ newAddress, support, key }: FormerAddressMail, context: MailContext): Mail =>
  writeMail(context, '/pricing', (page) => {
    const { product, siteUrl } = context
    const contact = support ? new URL(support, siteUrl).href : page
    const [, address] = /^mailto:(.+)/.exec(contact) ?? []
    return {
      subject: messages.formerAddressMailSubject({ product }),
      text: messages.formerAddressMailText({ product, newAddress, contact: address ?? contact }),
      link: address ? page : contact,
      messageId: `<address-${key}@${new URL(siteUrl).hostname}>`,
    }
  })
