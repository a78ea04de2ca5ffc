import { emitSubscriptionChange } from './cancel-subscription.ts'
import { invoicesOf } from './change-subscription.ts'
import { payInvoice } from './pay-invoice.ts'
import { attachMethod, createMethod, setDefaultCard } from './save-card.ts'
import { findTestCard } from './test-cards.ts'
import { mustGet, type Tx, update } from './tx.ts'

/** The portal's new card: for the customer, for all running subscriptions, and at once for what is still open. */
export function updateCard(
  tx: Tx,
  customerId: string,
  number: string,
): { kind: 'done' | 'problem'; sentence: string } {
  const card = findTestCard(number)
  if (!card) return { kind: 'problem', sentence: 'Only the test cards listed here work in the emulator.' }
  if (card.charge === 'awaits')
    return { kind: 'problem', sentence: 'Vouchers and transfers cannot be saved for later payments.' }
  if (!card.saves) return { kind: 'problem', sentence: card.decline.message }
  const customer = mustGet(tx, 'customers', customerId)
  const payer = { country: customer.address?.country ?? null, email: customer.email, name: customer.name }
  const method = attachMethod(tx, createMethod(tx, card, payer), customerId)
  setDefaultCard(tx, customer, method)
  for (const before of tx.all('subscriptions')) {
    if (before.customer !== customerId || before.ended_at !== null) continue
    const after = update(tx, 'subscriptions', before, { default_payment_method: method.id })
    emitSubscriptionChange(tx, before, after)
    for (const invoice of invoicesOf(tx, after, ['open'])) {
      if (payInvoice(tx, invoice, method) === 'failed') {
        return { kind: 'problem', sentence: `The card is saved, but: ${card.decline.message}` }
      }
    }
  }
  return { kind: 'done', sentence: 'The card is saved.' }
}
