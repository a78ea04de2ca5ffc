import type { Mailer } from './mail.ts'

const connectMs = 5_000
const answerMs = 10_000

export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  // Loaded for the first mail: a tenth of all that a start would have to read.
  const connect = async () =>
    (await import('nodemailer')).createTransport({
      url: smtpUrl,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: answerMs,
    })
  let transport: ReturnType<typeof connect> | undefined
  return {
    async send({ to, subject, text }) {
      transport ??= connect()
      await (await transport).sendMail({ from, to, subject, text })
    },
  }
}
