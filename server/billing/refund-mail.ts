import { localPath } from '../../core/messages/local-path.ts'
import * as messages from '../../core/messages/messages.ts'

interface RefundMailDeps {
  product: string
  /** The name of the lifetime plan. */
  plan: string
  siteUrl: string
  to: string
}

/** For one whose money came when no seat was left. */
export function refundMail({ product, plan, siteUrl, to }: RefundMailDeps) {
  const link = new URL(localPath('/pricing'), siteUrl).href
  return {
    to,
    language: messages.language,
    subject: messages.refundMailSubject({ product }),
    text: messages.refundMailText({ plan, link }),
    link,
  }
}
