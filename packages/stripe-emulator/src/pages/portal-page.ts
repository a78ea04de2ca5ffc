import { isCancelling } from '../behaviour/cancel-subscription.ts'
import { planSwitch } from '../behaviour/switch-price.ts'
import { cardNumbers } from '../behaviour/test-cards.ts'
import { mustGet, type Tx } from '../behaviour/tx.ts'
import type { Price } from '../objects/catalogue.ts'
import type { Invoice } from '../objects/invoice.ts'
import type { PortalConfiguration, PortalSession } from '../objects/portal.ts'
import type { Subscription } from '../objects/subscription.ts'
import { cardFields } from './checkout-page.ts'
import { document, type Html, html } from './html.ts'
import { showDay, showMoney, showPrice } from './show-money.ts'

export interface PortalNotice {
  kind: 'done' | 'problem'
  sentence: string
}

export function portalPage(
  tx: Tx,
  session: PortalSession,
  { features }: PortalConfiguration,
  notice: PortalNotice | null,
): string {
  if (session.flow) return confirmPage(tx, session, session.flow, notice)
  const subscriptions = tx.all('subscriptions').filter((row) => row.customer === session.customer)
  const live = subscriptions.filter((row) => row.ended_at === null).reverse()
  const invoices = tx.all('invoices').filter((row) => row.customer === session.customer)
  return document(
    'Your subscription',
    html`<div class="panel wide">
${session.return_url && html`<p><a class="back" href="${session.return_url}">Back to the shop</a></p>`}
<h1>Your subscription</h1>
${notice && html`<p class="${notice.kind}" role="${notice.kind === 'problem' ? 'alert' : 'status'}">${notice.sentence}</p>`}
${live.length === 0 && html`<p>You have no running subscription.</p>`}
${live.map((subscription) => current(tx, subscription, features))}
${live.length > 0 && features.payment_method_update.enabled && card(tx, live[0])}
${features.invoice_history.enabled && history(invoices)}
</div>`,
  )
}

function current(tx: Tx, subscription: Subscription, features: PortalConfiguration['features']): Html {
  const [item] = subscription.items.data
  const product = item && tx.get('products', item.price.product)
  const end = showDay(subscription.cancel_at ?? item?.current_period_end ?? tx.now)
  return html`<section aria-label="${product?.name ?? 'Subscription'}">
<h2>${product?.name} <span class="status">${statusWords[subscription.status]}</span></h2>
<p>${item && showPrice(tx, item.price, subscription.currency, item.quantity)}. ${sentence(subscription, end)}</p>
${features.subscription_update.enabled && switchForm(tx, subscription, features)}
${features.subscription_cancel.enabled && cancelForm(subscription)}
</section>`
}

/** The other prices that the configuration offers; what each costs now stands on its button. */
function switchForm(
  tx: Tx,
  subscription: Subscription,
  features: PortalConfiguration['features'],
): Html | false {
  const [item] = subscription.items.data
  const offered = features.subscription_update.products
    .flatMap(({ prices }) => prices)
    .flatMap((id) => tx.get('prices', id) ?? [])
    .filter(({ id }) => id !== item?.price.id)
  if (!['active', 'trialing'].includes(subscription.status) || isCancelling(subscription)) return false
  if (offered.length === 0) return false
  return html`<form method="post">
<input type="hidden" name="subscription" value="${subscription.id}">
<input type="hidden" name="action" value="switch">
${offered.map((price) => {
  const due = Math.max(0, planned(tx, subscription, price).total)
  return html`<button type="submit" name="price" value="${price.id}" class="quiet">Change to ${showPrice(tx, price, subscription.currency)} (${showMoney(due, subscription.currency)} due today)</button>
`
})}</form>`
}

/** What the change to another price costs at once; below zero it is credit. */
function planned(tx: Tx, subscription: Subscription, price: Price) {
  const { lines, item } = planSwitch(tx, { subscription, price, trial: 'continue_trial' })
  return { lines, item, total: lines.reduce((sum, { amount }) => sum + amount, 0) }
}

/** Stripe's page of a single change: what is due, line by line, before it is confirmed. */
function confirmPage(
  tx: Tx,
  session: PortalSession,
  { subscription_update_confirm: wish, after_completion }: NonNullable<PortalSession['flow']>,
  notice: PortalNotice | null,
): string {
  const subscription = mustGet(tx, 'subscriptions', wish.subscription)
  const price = mustGet(tx, 'prices', wish.items[0]?.price ?? '')
  const { lines, item, total } = planned(tx, subscription, price)
  const back = after_completion.redirect?.return_url ?? session.return_url
  const isOpen = subscription.ended_at === null && subscription.items.data[0]?.price.id !== price.id
  return document(
    'Confirm your updates',
    html`<div class="panel wide">
${back && html`<p><a class="back" href="${back}">Back to the shop</a></p>`}
<h1>Confirm your updates</h1>
${notice && html`<p class="${notice.kind}" role="${notice.kind === 'problem' ? 'alert' : 'status'}">${notice.sentence}</p>`}
${
  isOpen
    ? html`<p>${tx.get('products', price.product)?.name}: ${showPrice(tx, price, subscription.currency)}, until ${showDay(item.current_period_end)}.</p>
<dl>
${lines.map(
  (
    line,
  ) => html`<div><dt>${line.description}</dt><dd>${showMoney(line.amount, subscription.currency)}</dd></div>
`,
)}<div class="total"><dt>Due today</dt><dd>${showMoney(Math.max(0, total), subscription.currency)}</dd></div>
</dl>
${total < 0 && html`<p>${showMoney(-total, subscription.currency)} go to your credit balance and pay for the next invoices.</p>`}
<form method="post"><button type="submit" name="action" value="confirm">Confirm</button></form>`
    : html`<p>There is nothing left to confirm.</p>`
}
</div>`,
  )
}

function cancelForm(subscription: Subscription): Html {
  return html`<form method="post">
<input type="hidden" name="subscription" value="${subscription.id}">
${
  isCancelling(subscription)
    ? html`<button type="submit" name="action" value="resume">Resume subscription</button>`
    : html`<button type="submit" name="action" value="cancel" class="quiet">Cancel at the end of the period</button>`
}
</form>`
}

const statusWords: Record<Subscription['status'], string> = {
  active: 'active',
  canceled: 'ended',
  incomplete: 'not paid yet',
  incomplete_expired: 'ended',
  past_due: 'payment failed',
  trialing: 'trial',
  unpaid: 'unpaid',
}

function sentence(subscription: Subscription, end: string): string {
  if (isCancelling(subscription)) return `It ends on ${end} and is not renewed.`
  if (subscription.status === 'past_due' || subscription.status === 'unpaid') {
    return 'The last payment failed. Give another card below and it is tried again at once.'
  }
  return subscription.status === 'trialing' ? `The trial ends on ${end}.` : `It renews on ${end}.`
}

function card(tx: Tx, subscription: Subscription | undefined): Html {
  const method = tx.get('payment_methods', subscription?.default_payment_method ?? '')
  const last4 = method?.card?.last4 ?? method?.sepa_debit?.last4
  return html`<section aria-labelledby="card-heading">
<h2 id="card-heading">Payment method</h2>
<p>${last4 ? `Now: ${method?.type === 'card' ? 'card' : 'bank account'} ending in ${last4}.` : 'None yet.'}</p>
<details>
<summary>Change it</summary>
<form method="post">
${cardFields({ choice: cardNumbers.pays, number: '' })}
<button type="submit" name="action" value="card">Save card</button>
</form>
</details>
</section>`
}

function history(invoices: Invoice[]): Html | false {
  if (invoices.length === 0) return false
  return html`<section aria-labelledby="history-heading">
<h2 id="history-heading">Invoices</h2>
<dl>
${invoices.reverse().map(
  (
    invoice,
  ) => html`<div><dt>${showDay(invoice.created)} <span class="status">${invoice.status}</span></dt><dd>${showMoney(invoice.total, invoice.currency)}</dd></div>
`,
)}</dl>
</section>`
}
