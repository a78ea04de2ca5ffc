import type { PaymentIntent } from '../objects/payment.ts'
import { document, html } from './html.ts'
import { showMoney } from './show-money.ts'

/** The voucher, the instructions for a transfer or the debit under way: the tester chooses how it ends. */
export function awaitedPage(intent: PaymentIntent, backUrl: string): string {
  const isDebit = intent.status === 'processing'
  const heading = isDebit ? 'The bank is being asked' : 'This is waiting to be paid'
  return document(
    heading,
    html`<section class="panel narrow">
<h1>${heading}</h1>
<p>${showMoney(intent.amount, intent.currency)}. With real money this takes days. Here you choose how it ends.</p>
<form method="post" class="row">
<input type="hidden" name="action" value="settle">
<button type="submit" name="outcome" value="succeeded">The money arrives</button>
<button type="submit" name="outcome" value="failed" class="quiet">The payment fails</button>
${!isDebit && html`<button type="submit" name="outcome" value="expired" class="quiet">It expires</button>`}
</form>
<p><a class="back" href="${backUrl}">Continue without paying yet</a></p>
</section>`,
  )
}
