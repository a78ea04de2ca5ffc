import * as messages from '../../core/messages/messages.ts'
import { type MailContext, writeMail } from '../write-mail.ts'

interface RefundMailDeps extends MailContext {
  /** The name of the lifetime plan. */
  plan: string
}

/** For one whose money came when no seat was left. */
export const refundMail = ({ plan, ...context }: RefundMailDeps) =>
  writeMail(context, '/pricing', (link) => ({
    subject: messages.refundMailSubject({ product: context.product }),
    text: messages.refundMailText({ plan, link }),
  }))
