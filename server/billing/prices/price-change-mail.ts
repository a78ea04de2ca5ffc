import { localPath } from '../../../core/messages/local-path.ts'
import * as messages from '../../../core/messages/messages.ts'
import { formatMoney } from '../../../core/plans/money.ts'
import { mailDate, messageIdOf } from '../notices/notice-mail.ts'
import type { PriceChangeContent } from './move-price.ts'

interface PriceChangeMailDeps extends PriceChangeContent {
  product: string
  /** The name of the subscription's plan. */
  plan: string
  siteUrl: string
  to: string
}

/** In the language that is being rendered. */
export function priceChangeMail({
  product,
  plan,
  siteUrl,
  to,
  key,
  before,
  after,
  from,
}: PriceChangeMailDeps) {
  const link = new URL(localPath('/account'), siteUrl).href
  // The tax stays as it is: another one would be other terms.
  const tax =
    before.taxBehavior && ` ${before.taxBehavior === 'exclusive' ? messages.taxAdded : messages.taxIncluded}`
  const label = (price: { amountMinor: number; currency: string }) =>
    `${formatMoney(price.amountMinor, price.currency, messages.language)}${tax ?? ''}`
  const prices = { before: label(before), amount: label(after) }
  return {
    to,
    language: messages.language,
    subject: messages.priceMailSubject({ product }),
    text: [
      messages.priceMailText({ plan, date: mailDate(from), ...prices }),
      ...(before.hasDiscount ? [messages.discountNotIncluded] : []),
      messages.managePlanAt({ link }),
    ].join('\n\n'),
    link,
    messageId: messageIdOf(key, siteUrl),
  }
}
