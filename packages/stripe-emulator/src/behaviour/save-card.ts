import type { Customer } from '../objects/customer.ts'
import { billingDetails, newPaymentMethod, type PaymentMethod } from '../objects/payment.ts'
import { emit } from './emit-event.ts'
import type { TestCard } from './test-cards.ts'
import { type Tx, update } from './tx.ts'

export interface Payer {
  country: string | null
  email: string | null
  name: string | null
}

/** For one payment; it belongs to a customer only once it is attached. */
export function createMethod(tx: Tx, card: TestCard, payer: Payer): PaymentMethod {
  const method = newPaymentMethod(tx.now, {
    type: card.type,
    number: card.number,
    customer: null,
    details: billingDetails(payer.country, payer.email, payer.name),
  })
  tx.put('card_numbers', { id: method.id, number: card.number })
  return tx.put('payment_methods', method)
}

export function attachMethod(tx: Tx, method: PaymentMethod, customer: string): PaymentMethod {
  const attached = update(tx, 'payment_methods', method, { customer })
  emit(tx, 'payment_method.attached', attached)
  return attached
}

export function setDefaultCard(tx: Tx, customer: Customer, method: PaymentMethod): Customer {
  const changed = update(tx, 'customers', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  })
  emit(tx, 'customer.updated', changed, customer)
  return changed
}
