import type { Language } from '../../core/messages/languages.ts'

export interface Mail {
  to: string
  language: Language
  subject: string
  text: string
  /** Of a mail that carries one. */
  code?: string
  link: string
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
