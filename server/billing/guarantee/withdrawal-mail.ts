import { sumOf } from '../../../core/billing/sum-amounts.ts'
import * as messages from '../../../core/messages/messages.ts'
import { formatMoney } from '../../../core/plans/money.ts'
import { type MailContext, writeMail } from '../../write-mail.ts'
import type { GuaranteeRefundRow } from './store.ts'

interface WithdrawalMailDeps extends MailContext {
  plan: string
  rows: GuaranteeRefundRow[]
}

/** The acknowledgement on a durable medium: what was given back, and when the wish came. */
export function withdrawalMail({ plan, rows, ...context }: WithdrawalMailDeps) {
  const [first] = rows
  if (!first) throw new Error('A withdrawal has no payment.')
  const amountMinor = sumOf(rows.map((row) => row.amountMinor))
  const requestedAt = new Intl.DateTimeFormat(messages.language, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(first.requestedAt)
  const amount = formatMoney(amountMinor, first.currency)
  return writeMail(context, '/account', (link) => ({
    subject: messages.withdrawalMailSubject({ product: context.product }),
    text: messages.withdrawalMailText({ plan, requestedAt, amount, link }),
  }))
}
