import { isLoopback, type SmtpUrl } from '../secure-url.ts'
import type { FormattedMail, Mailer } from './mail.ts'
import { logoContentId } from './mail-html.ts'

const connectMs = 5_000
const answerMs = 10_000

/** For nodemailer. A mail server on another machine gets no mail and no password unencrypted. */
export const smtpOptions = (url: SmtpUrl) => ({
  url,
  requireTLS: !isLoopback(new URL(url).hostname),
  connectionTimeout: connectMs,
  greetingTimeout: connectMs,
  socketTimeout: answerMs,
})

/** Nodemailer's message does not name STARTTLS when the server lacks it. */
export function explainSmtpError(error: unknown): unknown {
  if ((error as { code?: unknown }).code !== 'ETLS') return error
  const message = 'The mail server of SMTP_URL does not encrypt by TLS (STARTTLS), so nothing was sent'
  return new Error(message, { cause: error })
}

export function createSmtpMailer(smtpUrl: SmtpUrl, from: string): Mailer<FormattedMail> {
  // Loaded for the first mail: a tenth of all that a start would have to read.
  const connect = async () => (await import('nodemailer')).createTransport(smtpOptions(smtpUrl))
  let transport: ReturnType<typeof connect> | undefined
  return {
    async send({ to, subject, text, html, logo, messageId, unsubscribeUrl }) {
      transport ??= connect()
      const mail = {
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
      }
      await (await transport).sendMail(mail).catch((error: unknown) => {
        throw explainSmtpError(error)
      })
    },
  }
}
