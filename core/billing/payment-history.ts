import * as messages from '../messages/messages.ts'
import type { PaidPlanId } from '../plans/plan.ts'
import type { OwnBilling } from './contract.ts'
import { type DatedText, datedText, datePlace } from './dated-text.ts'

/** What happened to somebody's money that their plan does not say, newest first. */
export function paymentHistory(
  { lifetime, revoked, replaced }: OwnBilling,
  names: Record<PaidPlanId, string>,
): DatedText[] {
  const history: DatedText[] = []
  if (lifetime) {
    const { amount, paidAt, seat } = lifetime
    const place = seat && messages.seatIsYours(seat)
    history.push(dated([messages.paidOn({ amount, date: datePlace }), place], paidAt))
  }
  if (replaced) {
    const { plan, endedAt, returned } = replaced
    const back = {
      card: () => messages.unusedRefunded({ amount: 'amount' in returned ? returned.amount : '' }),
      balance: () => messages.unusedCredited,
      nobody: () => undefined,
    }
    const ended = messages.endedOn({ plan: names[plan], date: datePlace })
    history.push(dated([ended, back[returned.to]()], endedAt))
  }
  if (revoked) {
    const { amount, at, reason } = revoked
    const facts = { amount, plan: names.lifetime, date: datePlace }
    const sentences = {
      refund: () => messages.refundedOn(facts),
      dispute: () => messages.disputedOn(facts),
      oversold: () => messages.oversoldOn(facts),
    }
    history.push(dated([sentences[reason]()], at))
  }
  return history
}

const dated = (sentences: (string | undefined)[], date: string): DatedText =>
  datedText(sentences.filter(Boolean).join(' '), date)
