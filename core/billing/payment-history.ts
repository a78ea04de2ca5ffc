import type { OwnBilling, PendingPayment } from './contract.ts'

/** A sentence with a date in it, which only a browser can show in the visitor's time zone. */
export interface DatedText {
  before: string
  date: string
  after: string
}

// As Stripe's documentation of each method has it.
const debits: Record<string, string> = {
  sepa_debit: 'about 5 business days',
  us_bank_account: 'up to 4 business days',
  au_becs_debit: 'up to 3 business days',
}
const vouchers = new Set(['boleto', 'oxxo', 'konbini', 'multibanco'])

/** How long money takes that is on its way, and what its sender has to do about it. */
export function pendingAdvice({ method }: Pick<PendingPayment, 'method'>, planName: string): string {
  if (vouchers.has(method)) return `${planName} starts within about a business day of you paying the voucher.`
  if (method === 'bank_transfer')
    return `${planName} starts once your bank transfer has arrived, usually within a few business days.`
  const takes = debits[method] ?? 'several business days'
  return `A bank debit usually takes ${takes}. There’s nothing you need to do: ${planName} starts by itself once the money has arrived.`
}

export const pendingText = ({ amount, since }: PendingPayment, planName: string): DatedText => ({
  before: `Your payment of ${amount} for ${planName} has been on its way since `,
  date: since,
  after: '.',
})

/** What happened to somebody's money that their plan does not say, newest first. */
export function paymentHistory(
  { lifetime, revoked, replaced }: OwnBilling,
  names: { monthly: string; lifetime: string },
): DatedText[] {
  const history: DatedText[] = []
  if (lifetime) {
    const { amount, paidAt, seat } = lifetime
    const place = seat ? ` Seat ${seat.number} of ${seat.cap} is yours.` : ''
    history.push({ before: `You paid ${amount} on `, date: paidAt, after: `.${place}` })
  }
  if (replaced) {
    const { endedAt, returned } = replaced
    const back = {
      card: () => ` ${'amount' in returned ? returned.amount : ''} of it was refunded the way you paid.`,
      balance: () => ' The unused part of the month was added to your balance.',
      nobody: () => '',
    }
    history.push({ before: `${names.monthly} ended on `, date: endedAt, after: `.${back[returned.to]()}` })
  }
  if (revoked) {
    const { amount, at, reason } = revoked
    const sentences = {
      refund: [
        `Your payment of ${amount} for ${names.lifetime} was refunded on `,
        `, so ${names.lifetime} has ended.`,
      ],
      dispute: [`Your bank took back your payment of ${amount}, so ${names.lifetime} ended on `, '.'],
      'no-seat': [
        `Your payment of ${amount} arrived after the last seat was gone. We started sending all of it back on `,
        '.',
      ],
    } as const
    const [before, after] = sentences[reason]
    history.push({ before, date: at, after })
  }
  return history
}
