import { sumOf } from '../../../core/billing/sum-amounts.ts'
import { localPath } from '../../../core/messages/local-path.ts'
import * as messages from '../../../core/messages/messages.ts'
import { formatMoney } from '../../../core/plans/money.ts'
import type { GuaranteeRefundRow } from './store.ts'

interface WithdrawalMailDeps {
  product: string
  plan: string
  siteUrl: string
  to: string
  rows: GuaranteeRefundRow[]
}

/** The acknowledgement on a durable medium: what was given back, and when the wish came. */
export function withdrawalMail({ product, plan, siteUrl, to, rows }: WithdrawalMailDeps) {
  const [first] = rows
  if (!first) throw new Error('A withdrawal has no payment.')
  const link = new URL(localPath('/account'), siteUrl).href
  const amountMinor = sumOf(rows.map((row) => row.amountMinor))
  const requestedAt = new Intl.DateTimeFormat(messages.language, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(first.requestedAt)
  return {
    to,
    language: messages.language,
    subject: messages.withdrawalMailSubject({ product }),
    text: messages.withdrawalMailText({
      plan,
      requestedAt,
      amount: formatMoney(amountMinor, first.currency),
      link,
    }),
    link,
  }
}
