import type { Language } from '../../core/messages/languages.ts'

export interface Mail {
  to: string
  language: Language
  subject: string
  text: string
  /** Of a mail that carries one. */
  code?: string
  link: string
  /** Of a mail that may be sent again after a crash. */
  messageId?: string
  /** Of a mail that can be declined: RFC 8058. */
  unsubscribeUrl?: string
}

/** The same with the brand, and the logo that it shows. */
export interface FormattedMail extends Mail {
  html: string
  logo?: Uint8Array | undefined
}

export interface Mailer<Sent extends Mail = Mail> {
  /** Rejects when the mail was not accepted for delivery. */
  send(mail: Sent): Promise<void>
}
