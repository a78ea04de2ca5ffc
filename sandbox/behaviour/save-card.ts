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

export function saveCard(tx: Tx, card: TestCard, customer: string | null, payer: Payer): PaymentMethod {
  const method = newPaymentMethod(tx.now, {
    kind: card.kind,
    number: card.number,
    customer,
    details: billingDetails(payer.country, payer.email, payer.name),
  })
  tx.put('payment_methods', method)
  tx.put('card_numbers', { id: method.id, number: card.number })
  if (customer) emit(tx, 'payment_method.attached', method)
  return method
}

export function setDefaultCard(tx: Tx, customer: Customer, method: PaymentMethod): Customer {
  const changed = update(tx, 'customers', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  })
  emit(tx, 'customer.updated', changed, customer)
  return changed
}
