import * as messages from '../messages/messages.ts'
import type { PendingPayment } from './contract.ts'
import { type DatedText, datedText, datePlace } from './dated-text.ts'

const vouchers = new Set(['boleto', 'oxxo', 'konbini', 'multibanco'])

/** How long money takes that is on its way (by Stripe's documentation of each method), and what its sender has to do about it. */
export function pendingAdvice({ method }: Pick<PendingPayment, 'method'>, planName: string): string {
  if (vouchers.has(method)) return messages.pendingVoucher({ plan: planName })
  if (method === 'bank_transfer') return messages.pendingTransfer({ plan: planName })
  return messages.pendingDebit({ method, plan: planName })
}

export const pendingText = ({ amount, since }: PendingPayment, planName: string): DatedText =>
  datedText(messages.pendingPayment({ amount, plan: planName, date: datePlace }), since)
