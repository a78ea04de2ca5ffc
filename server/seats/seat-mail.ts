import * as messages from '../../core/messages/messages.ts'
import { type MailContext, writeMail } from '../write-mail.ts'

interface SeatMailDeps extends MailContext {
  /** The name of the lifetime plan. */
  plan: string
  number: number
  cap: number
  proof: string
}

/** For one who has bought a seat. */
export const seatMail = ({ plan, number, cap, proof, ...context }: SeatMailDeps) =>
  writeMail(context, '/account', (link) => ({
    subject: messages.seatMailSubject({ product: context.product, number, cap }),
    text: messages.seatMailText({ plan, number, cap, proof, link }),
  }))
