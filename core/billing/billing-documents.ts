import { sumOf } from './sum-amounts.ts'

/** What the payment service holds of somebody's payments, in our words. */
export interface PaymentRecords {
  invoices: InvoiceRecord[]
  charges: ChargeRecord[]
}

interface InvoiceRecord {
  id: string
  subscriptionId: string | null
  /** The payment service's own word: `draft`, `open`, `paid`, `uncollectible` or `void`. */
  status: string
  createdAt: Date
  totalMinor: number
  currency: string
  url: string | null
  paymentIds: string[]
}

/** Money that was taken. */
interface ChargeRecord {
  paymentId: string
  /** When the money was there: of a debit days after it was charged. */
  paidAt: Date
  amountMinor: number
  refundedMinor: number
  /** The bank decides about it, or has taken it back. */
  isDisputed: boolean
  currency: string
  receiptUrl: string | null
}

export type DocumentStatus = 'paid' | 'open' | 'uncollectible' | 'void' | 'refunded' | 'partly-refunded'

/** An invoice with the receipt of its payment, or the receipt of a payment that has no invoice. */
export interface BillingDocument {
  id: string
  issuedAt: Date
  amountMinor: number
  currency: string
  status: DocumentStatus
  invoiceUrl: string | null
  receiptUrl: string | null
}

const invoiceStatuses = ['paid', 'open', 'uncollectible', 'void'] as const

/**
 * Rule M1: every invoice and receipt, the newest first. Of the same second they stay in the order in which they came, which
 * at Stripe is the newest first too. A draft is none yet.
 */
export function billingDocuments({ invoices, charges }: PaymentRecords): BillingDocument[] {
  const invoiced = new Set(invoices.flatMap(({ paymentIds }) => paymentIds))
  const documents = [
    ...invoices.flatMap((invoice): BillingDocument[] => {
      const status = invoiceStatuses.find((known) => known === invoice.status)
      if (!status) return []
      const paidBy = charges.filter(({ paymentId }) => invoice.paymentIds.includes(paymentId))
      return [
        {
          id: invoice.id,
          issuedAt: invoice.createdAt,
          amountMinor: invoice.totalMinor,
          currency: invoice.currency,
          status: refundStatus(paidBy) ?? status,
          invoiceUrl: invoice.url,
          receiptUrl: paidBy[0]?.receiptUrl ?? null,
        },
      ]
    }),
    ...charges
      .filter(({ paymentId }) => !invoiced.has(paymentId))
      .map(
        (charge): BillingDocument => ({
          id: charge.paymentId,
          issuedAt: charge.paidAt,
          amountMinor: charge.amountMinor,
          currency: charge.currency,
          status: refundStatus([charge]) ?? 'paid',
          invoiceUrl: null,
          receiptUrl: charge.receiptUrl,
        }),
      ),
  ]
  return documents.sort((a, b) => b.issuedAt.getTime() - a.issuedAt.getTime())
}

function refundStatus(charges: ChargeRecord[]): 'refunded' | 'partly-refunded' | null {
  const refunded = sumOf(charges.map(({ refundedMinor }) => refundedMinor))
  if (refunded === 0) return null
  return refunded >= sumOf(charges.map(({ amountMinor }) => amountMinor)) ? 'refunded' : 'partly-refunded'
}

/** The documents that follow the one with this id; the first ones without it, or when it is not there. */
export function documentsAfter(documents: BillingDocument[], after: string | undefined, count: number) {
  const start = documents.findIndex(({ id }) => id === after) + 1
  const page = documents.slice(start, start + count)
  return { page, next: documents.length > start + count ? (page.at(-1)?.id ?? null) : null }
}
