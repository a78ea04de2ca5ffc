import type { FormattedMail, Mailer } from './mail.ts'

export interface SentMail extends FormattedMail {
  id: number
  sentAt: Date
}

export interface Outbox extends Mailer<FormattedMail> {
  /** Newest first. */
  mailsTo(address?: string): SentMail[]
}

const keptMails = 200

/** Stands in for a mail server outside production: mails are kept in memory and shown at /dev/outbox. */
export function createOutbox(): Outbox {
  const mails: SentMail[] = []
  let sent = 0
  return {
    async send(mail) {
      mails.unshift({ ...mail, id: ++sent, sentAt: new Date() })
      mails.length = Math.min(mails.length, keptMails)
    },
    mailsTo: (address) => mails.filter(({ to }) => !address || to === address.toLowerCase()),
  }
}
