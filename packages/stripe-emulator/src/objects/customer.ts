import type { Address, Metadata } from './common.ts'
import { newId } from './new-id.ts'

export interface CustomerInput {
  address?: Address | null | undefined
  balance?: number | undefined
  description?: string | null | undefined
  email?: string | null | undefined
  metadata?: Metadata | undefined
  name?: string | null | undefined
  phone?: string | null | undefined
  preferred_locales?: string[] | undefined
}

export type Customer = ReturnType<typeof newCustomer>

export function newCustomer(now: number, input: CustomerInput) {
  return {
    id: newId('cus', 14),
    object: 'customer' as const,
    address: input.address ?? null,
    balance: input.balance ?? 0,
    created: now,
    currency: null as string | null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: input.description ?? null,
    discount: null,
    email: input.email ?? null,
    invoice_prefix: newId('', 8).slice(1).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null as string | null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: input.metadata ?? {},
    name: input.name ?? null,
    next_invoice_sequence: 1,
    phone: input.phone ?? null,
    preferred_locales: input.preferred_locales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    /** Not sent unless the customer is deleted; a deleted one is kept to be returned as such. */
    deleted: undefined as true | undefined,
  }
}

export type BalanceEntry = ReturnType<typeof newBalanceEntry>

/** A movement of the customer's credit; negative amounts are in the customer's favour, as at Stripe. */
export function newBalanceEntry(
  now: number,
  input: {
    customer: string
    amount: number
    currency: string
    endingBalance: number
    type: string
    invoice?: string | undefined
    creditNote?: string | undefined
    description?: string | undefined
    metadata?: Metadata | undefined
  },
) {
  return {
    id: newId('cbtxn'),
    object: 'customer_balance_transaction' as const,
    amount: input.amount,
    checkout_session: null,
    created: now,
    credit_note: input.creditNote ?? null,
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    description: input.description ?? null,
    ending_balance: input.endingBalance,
    invoice: input.invoice ?? null,
    livemode: false,
    metadata: input.metadata ?? {},
    type: input.type,
  }
}
