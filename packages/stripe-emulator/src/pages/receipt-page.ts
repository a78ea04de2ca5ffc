import type { Charge } from '../objects/charge.ts'
import type { Invoice } from '../objects/invoice.ts'
import { document, type Html, html } from './html.ts'
import { showDay, showMoney } from './show-money.ts'

/** What `receipt_url` of a charge leads to. */
export function receiptPage({ amount, amount_refunded, currency, created, payment_intent }: Charge): string {
  return page('Receipt', [
    ['Amount paid', showMoney(amount, currency)],
    ['Date paid', showDay(created)],
    ['Payment', payment_intent],
    amount_refunded > 0 && ['Refunded', showMoney(amount_refunded, currency)],
  ])
}

/** What `hosted_invoice_url` leads to. */
export function invoicePage({
  number,
  status,
  lines,
  total,
  total_taxes,
  total_discount_amounts,
  automatic_tax,
  amount_paid,
  currency,
  created,
}: Invoice): string {
  const items = lines.data.map(({ description, amount }): Row => [description, showMoney(amount, currency)])
  const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0)
  const [discount, tax] = [sum(total_discount_amounts), sum(total_taxes)]
  return page(`Invoice ${number}`, [
    ['Status', status],
    ['Date', showDay(created)],
    ...items,
    discount > 0 && ['Discount', `−${showMoney(discount, currency)}`],
    automatic_tax.enabled && ['Tax', showMoney(tax, currency)],
    ['Total', showMoney(total, currency)],
    ['Amount paid', showMoney(amount_paid, currency)],
  ])
}

type Row = [name: string, value: string]

function page(heading: string, rows: (Row | false)[]): string {
  const lines = rows.filter((row) => row !== false).map(line)
  return document(
    heading,
    html`<section class="panel narrow"><h1>${heading}</h1><dl>${lines}</dl></section>`,
    ['../emulator.css'],
  )
}

const line = ([name, value]: Row): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
