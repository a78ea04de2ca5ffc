import { localPath } from '../../core/messages/local-path.ts'
import * as messages from '../../core/messages/messages.ts'

interface SeatMailDeps {
  product: string
  /** The name of the lifetime plan. */
  plan: string
  number: number
  cap: number
  proof: string
  siteUrl: string
  to: string
}

/** For one who has bought a seat. */
export function seatMail({ product, plan, number, cap, proof, siteUrl, to }: SeatMailDeps) {
  const link = new URL(localPath('/account'), siteUrl).href
  return {
    to,
    language: messages.language,
    subject: messages.seatMailSubject({ product, number, cap }),
    text: messages.seatMailText({ plan, number, cap, proof, link }),
    link,
  }
}
