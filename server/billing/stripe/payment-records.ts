import type Stripe from 'stripe'
import type { PaymentRecords } from '../../../core/billing/billing-documents.ts'
import { readDisputeState } from './disputes.ts'
import { nothingWhenUnknown } from './expected-errors.ts'
import { idOf, toDate } from './fields.ts'

export async function readPaymentRecords(stripe: Stripe, customerIds: string[]): Promise<PaymentRecords> {
  const records = await Promise.all(customerIds.map((customer) => paymentRecords(stripe, customer)))
  return {
    invoices: records.flatMap(({ invoices }) => invoices),
    charges: records.flatMap(({ charges }) => charges),
  }
}

async function paymentRecords(stripe: Stripe, customer: string): Promise<PaymentRecords> {
  const [invoices, charges] = await Promise.all([
    stripe.invoices
      .list({ customer, limit: 100, expand: ['data.payments'] })
      .autoPagingToArray({ limit: 1_000 })
      .catch(nothingWhenUnknown),
    listCharges(stripe, customer),
  ])
  const settled = invoices.flatMap(({ payments }) => payments?.data ?? [])
  /** A debit is charged days before it is paid. A payment without an invoice, of an older version, tells the former alone. */
  const paidAt = (paymentId: string) =>
    settled.find(({ payment }) => idOf(payment.payment_intent) === paymentId)?.status_transitions.paid_at
  return {
    invoices: invoices.map((invoice) => ({
      id: invoice.id,
      subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
      status: invoice.status ?? 'draft',
      createdAt: toDate(invoice.created),
      totalMinor: invoice.total,
      currency: invoice.currency,
      url: invoice.hosted_invoice_url ?? null,
      paymentIds: (invoice.payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []),
    })),
    charges: await Promise.all(
      charges
        .filter(({ status }) => status === 'succeeded')
        .map(async (charge) => {
          const paymentId = idOf(charge.payment_intent) ?? charge.id
          return {
            paymentId,
            paidAt: toDate(paidAt(paymentId) ?? charge.created),
            amountMinor: charge.amount,
            refundedMinor: charge.amount_refunded,
            // `disputed` stays true when the operator has won.
            isDisputed: charge.disputed && (await readDisputeState(stripe, { charge: charge.id })) !== null,
            currency: charge.currency,
            receiptUrl: charge.receipt_url,
          }
        }),
    ),
  }
}

export const listCharges = (stripe: Stripe, customer: string): Promise<Stripe.Charge[]> =>
  stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1_000 }).catch(nothingWhenUnknown)

export async function findReceipt(stripe: Stripe, customerIds: string[]): Promise<string | null> {
  const charges = await Promise.all(
    customerIds.map((customer) =>
      stripe.charges
        .list({ customer, limit: 10 })
        .then(({ data }) => data)
        .catch(nothingWhenUnknown),
    ),
  )
  const [newest] = charges
    .flat()
    .filter(({ paid, receipt_url }) => paid && receipt_url)
    .sort((a, b) => b.created - a.created)
  return newest?.receipt_url ?? null
}
