import { trialEndOf } from '../behaviour/price-session.ts'
import { spacedNumber, type TestCard, testCards } from '../behaviour/test-cards.ts'
import type { Tx } from '../behaviour/tx.ts'
import type { BrandingSettings, CheckoutSession, SessionPlan } from '../objects/checkout-session.ts'
import { countries } from './countries.ts'
import { document, type Html, html } from './html.ts'
import { showDay, showMoney, showPrice } from './show-money.ts'

export interface CheckoutForm {
  email: string
  country: string
  /** One of the listed test cards, or what was typed. */
  choice: string
  number: string
  code: string
  taxId: string
  problem: string | null
}

const daySeconds = 86_400

export function checkoutPage(
  tx: Tx,
  session: CheckoutSession,
  plan: SessionPlan,
  form: CheckoutForm,
): string {
  const isTrial = session.mode === 'subscription' && session.amount_total === 0
  const button = isTrial
    ? 'Start trial'
    : session.mode === 'subscription'
      ? 'Subscribe'
      : `Pay ${showMoney(session.amount_total, session.currency)}`
  const asks = plan.authenticating !== null && form.problem === null
  return document(
    'Checkout',
    html`<div class="columns">
${summary(tx, session, plan, isTrial)}
<section class="panel" aria-labelledby="pay-heading">
${asks ? authentication() : payment(session, form, button)}
</section>
</div>`,
    ['../../emulator.css', ...(session.branding_settings ? [`${session.id}/branding.css`] : [])],
  )
}

function summary(tx: Tx, session: CheckoutSession, plan: SessionPlan, isTrial: boolean): Html {
  const [first] = plan.lineItems
  const { amount_discount, amount_tax } = session.total_details
  const isInclusive = first?.price.tax_behavior === 'inclusive'
  const trialEnd = trialEndOf(tx, plan)
  const days = trialEnd === null ? 0 : Math.round((trialEnd - tx.now) / daySeconds)
  return html`<section class="summary" aria-labelledby="summary-heading">
${business(session.branding_settings)}
<h1 id="summary-heading">${session.mode === 'subscription' ? 'Subscribe to' : 'Buy'} ${first?.description}</h1>
<p class="amount">${isTrial ? `${days} days free` : first ? showPrice(tx, first.price, first.currency, first.quantity) : ''}</p>
${isTrial && first && trialEnd !== null && html`<p>Then ${showPrice(tx, first.price, first.currency, first.quantity)}, from ${showDay(trialEnd)}.</p>`}
<dl>
${plan.lineItems.map(
  (
    item,
  ) => html`<div><dt>${item.description}${item.quantity > 1 && ` × ${item.quantity}`}</dt><dd>${showPrice(tx, item.price, item.currency, item.quantity)}</dd></div>
`,
)}${amount_discount > 0 && html`<div><dt>Discount</dt><dd>−${showMoney(amount_discount, session.currency)}</dd></div>`}
${session.automatic_tax.enabled && html`<div><dt>Tax${isInclusive && ' (included)'}</dt><dd>${showMoney(amount_tax, session.currency)}</dd></div>`}
<div class="total"><dt>Due today</dt><dd>${showMoney(session.amount_total, session.currency)}</dd></div>
</dl>
${session.cancel_url && html`<p><a class="back" href="${session.cancel_url}">Cancel and go back</a></p>`}
</section>`
}

/** Who is paid, as Stripe's page has it at the top. */
function business({ display_name: name, logo }: BrandingSettings = {}): Html | null {
  if (logo) return html`<p class="business"><img src="${logo.url}" alt="${name ?? ''}"></p>`
  return name ? html`<p class="business">${name}</p>` : null
}

function payment(session: CheckoutSession, form: CheckoutForm, button: string): Html {
  const { allow_promotion_codes: takesCodes, automatic_tax, tax_id_collection } = session
  return html`<h2 id="pay-heading">Pay with a test card</h2>
${form.problem && html`<p class="problem" role="alert">${form.problem}</p>`}
<form method="post">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" required autocomplete="email" value="${form.email}">
${cardFields(form, offeredCards(session))}
<label for="country">Country</label>
<select id="country" name="country" autocomplete="country">
${countries.map(
  ({ code, name }) => html`<option value="${code}"${code === form.country && html` selected`}>${name}</option>
`,
)}</select>
${
  tax_id_collection &&
  html`<label for="tax-id">VAT number, for businesses</label>
<input id="tax-id" name="tax_id" autocomplete="off" value="${form.taxId}">`
}
${
  takesCodes &&
  html`<label for="code">Promotion code</label>
<input id="code" name="code" autocomplete="off" spellcheck="false" value="${form.code}">`
}
<input type="hidden" name="total" value="${session.amount_total}">
${(takesCodes || automatic_tax.enabled) && html`<button type="submit" name="action" value="apply" class="quiet">Update the total</button>`}
<button type="submit" name="action" value="pay">${button}</button>
</form>`
}

const offeredCards = (session: CheckoutSession) =>
  testCards.filter(({ type }) => session.payment_method_types.includes(type))

export function cardFields(
  form: Pick<CheckoutForm, 'choice' | 'number'>,
  offered: TestCard[] = testCards,
): Html {
  return html`<fieldset>
<legend>Test card</legend>
${offered.map(
  (
    card,
  ) => html`<label class="choice"><input type="radio" name="card" value="${card.number}"${card.number === form.choice && html` checked`}><span><span class="label">${card.label}</span><span class="number">${spacedNumber(card)}</span></span></label>
`,
)}</fieldset>
<label for="number">Card number</label>
<input id="number" name="number" inputmode="text" autocomplete="off" spellcheck="false" aria-describedby="number-hint" value="${form.number}">
<p class="hint" id="number-hint">Leave it empty to use the card chosen above.</p>`
}

function authentication(): Html {
  return html`<h2 id="pay-heading">Your bank asks for your confirmation</h2>
<p>With a real card this would be a page of your bank. Here you choose how it ends.</p>
<form method="post" class="row">
<button type="submit" name="action" value="confirm">Confirm the payment</button>
<button type="submit" name="action" value="fail" class="quiet">Fail the confirmation</button>
</form>`
}

export function closedPage(
  heading: string,
  sentence: string,
  link: { href: string; text: string } | null,
): string {
  return document(
    heading,
    html`<section class="panel narrow">
<h1>${heading}</h1>
<p>${sentence}</p>
${link && html`<p><a class="back" href="${link.href}">${link.text}</a></p>`}
</section>`,
  )
}
