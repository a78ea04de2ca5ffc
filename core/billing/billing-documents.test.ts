import { expect, test } from 'vitest'
import { billingDocuments, documentsAfter, type PaymentRecords } from './billing-documents.ts'

type Invoice = PaymentRecords['invoices'][number]
type Charge = PaymentRecords['charges'][number]

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const invoice = (id: string, change: Partial<Invoice> = {}): Invoice => ({
  id,
  subscriptionId: null,
  status: 'paid',
  createdAt: day(1),
  totalMinor: 900,
  currency: 'usd',
  url: `https://pay.example/${id}`,
  paymentIds: [],
  ...change,
})
const charge = (paymentId: string, change: Partial<Charge> = {}): Charge => ({
  paymentId,
  paidAt: day(1),
  amountMinor: 900,
  refundedMinor: 0,
  isDisputed: false,
  currency: 'usd',
  receiptUrl: `https://pay.example/receipts/${paymentId}`,
  ...change,
})

test('M1: an invoice and the receipt of its payment are one document', () => {
  const records = { invoices: [invoice('in_1', { paymentIds: ['pi_1'] })], charges: [charge('pi_1')] }
  expect(billingDocuments(records)).toEqual([
    {
      id: 'in_1',
      issuedAt: day(1),
      amountMinor: 900,
      currency: 'usd',
      status: 'paid',
      invoiceUrl: 'https://pay.example/in_1',
      receiptUrl: 'https://pay.example/receipts/pi_1',
    },
  ])
})

test('M1: a payment without an invoice has its receipt', () => {
  expect(billingDocuments({ invoices: [], charges: [charge('pi_1')] })).toMatchObject([
    { id: 'pi_1', invoiceUrl: null, receiptUrl: 'https://pay.example/receipts/pi_1', status: 'paid' },
  ])
})

test('M1: the newest comes first, a draft not at all', () => {
  const records = {
    invoices: [
      invoice('in_1'),
      invoice('in_3', { createdAt: day(3), status: 'open' }),
      invoice('in_4', { createdAt: day(4), status: 'draft' }),
    ],
    charges: [charge('pi_2', { paidAt: day(2) })],
  }
  expect(billingDocuments(records).map(({ id, status }) => [id, status])).toEqual([
    ['in_3', 'open'],
    ['pi_2', 'paid'],
    ['in_1', 'paid'],
  ])
})

test('M1: of the same second the order is that of the payment service, which lists the newest first', () => {
  const records = {
    invoices: [invoice('in_b'), invoice('in_c'), invoice('in_a')],
    charges: [charge('pi_2', { paidAt: day(2) })],
  }
  expect(billingDocuments(records).map(({ id }) => id)).toEqual(['pi_2', 'in_b', 'in_c', 'in_a'])
})

test.each([
  [0, 'paid'],
  [899, 'partly-refunded'],
  [900, 'refunded'],
])('M1: with %i of 900 refunded it says %s', (refundedMinor, status) => {
  const charges = [charge('pi_1', { refundedMinor })]
  expect(billingDocuments({ invoices: [], charges })[0]?.status).toBe(status)
  const invoices = [invoice('in_1', { paymentIds: ['pi_1'] })]
  expect(billingDocuments({ invoices, charges })[0]?.status).toBe(status)
})

test('M1: pages follow each other, none is left out and none comes twice', () => {
  const invoices = Array.from({ length: 25 }, (_, index) => invoice(`in_${index}`, { createdAt: day(index) }))
  const documents = billingDocuments({ invoices, charges: [] })
  const seen: string[] = []
  let after: string | undefined
  do {
    const { page, next } = documentsAfter(documents, after, 10)
    seen.push(...page.map(({ id }) => id))
    after = next ?? undefined
  } while (after)
  expect(seen).toEqual(documents.map(({ id }) => id))
  expect(documentsAfter(documents, 'in_gone', 10).page).toHaveLength(10)
})
