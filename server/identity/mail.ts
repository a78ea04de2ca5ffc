export interface Mail {
  to: string
  subject: string
  text: string
  /** Of a mail that carries one. */
  code?: string
  link: string
}

export interface Mailer {
  /** Rejects when the mail was not accepted for delivery. */
  send(mail: Mail): Promise<void>
}
