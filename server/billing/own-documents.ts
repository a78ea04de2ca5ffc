import { billingDocuments, documentsAfter } from '../../core/billing/billing-documents.ts'
import type { OwnDocuments } from '../../core/billing/contract.ts'
import type { Language } from '../../core/messages/languages.ts'
import { formatMoney } from '../../core/plans/money.ts'
import type { BillingDeps } from './deps.ts'
import { listCustomers } from './store.ts'
import { withinRequest } from './stripe/call-budget.ts'

const pageSize = 10

/** Read from Stripe at each request and never stored: what stands there is what counts. */
export async function readOwnDocuments(
  { db, payments }: Pick<BillingDeps, 'db' | 'payments'>,
  userId: string,
  language: Language,
  after: string | undefined,
): Promise<OwnDocuments> {
  const customerIds = await listCustomers(db, userId)
  if (customerIds.length === 0) return { documents: [], next: null }
  const records = await withinRequest(() => payments.readPaymentRecords(customerIds))
  const { page, next } = documentsAfter(billingDocuments(records), after, pageSize)
  return {
    documents: page.map(({ id, issuedAt, amountMinor, currency, status, invoiceUrl, receiptUrl }) => ({
      id,
      issuedAt: issuedAt.toISOString(),
      amount: formatMoney(amountMinor, currency, language),
      status,
      invoiceUrl,
      receiptUrl,
    })),
    next,
  }
}
