import type { FormattedMail, Mailer } from './mail.ts'
import { logoContentId } from './mail-html.ts'

const connectMs = 5_000
const answerMs = 10_000

export function createSmtpMailer(smtpUrl: string, from: string): Mailer<FormattedMail> {
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
    async send({ to, subject, text, html, logo, messageId, unsubscribeUrl }) {
      transport ??= connect()
      await (await transport).sendMail({
        from,
        to,
        subject,
        text,
        html,
        ...(messageId && { messageId }),
        ...(unsubscribeUrl && {
          headers: {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
        ...(logo && {
          attachments: [{ cid: logoContentId, filename: 'logo.png', content: Buffer.from(logo) }],
        }),
      })
    },
  }
}
