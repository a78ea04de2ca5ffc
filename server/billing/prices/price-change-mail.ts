import * as messages from '../../../core/messages/messages.ts'
import { formatMoney } from '../../../core/plans/money.ts'
import { type MailContext, writeMail } from '../../write-mail.ts'
import { mailDate, messageIdOf } from '../notices/notice-mail.ts'
import type { PriceChangeContent } from './move-price.ts'

interface PriceChangeMailDeps extends PriceChangeContent, MailContext {
  /** The name of the subscription's plan. */
  plan: string
}

/** In the language that is being rendered. */
export function priceChangeMail({ plan, key, before, after, from, ...context }: PriceChangeMailDeps) {
  // The tax stays as it is: another one would be other terms.
  const tax =
    before.taxBehavior && ` ${before.taxBehavior === 'exclusive' ? messages.taxAdded : messages.taxIncluded}`
  const label = (price: { amountMinor: number; currency: string }) =>
    `${formatMoney(price.amountMinor, price.currency, messages.language)}${tax ?? ''}`
  const prices = { before: label(before), amount: label(after) }
  return writeMail(context, '/account', (link) => ({
    subject: messages.priceMailSubject({ product: context.product }),
    text: [
      messages.priceMailText({ plan, date: mailDate(from), ...prices }),
      ...(before.hasDiscount ? [messages.discountNotIncluded] : []),
      messages.managePlanAt({ link }),
    ].join('\n\n'),
    messageId: messageIdOf(key, context.siteUrl),
  }))
}
