import { Hono } from 'hono'
import { cancelInPortal, emitSubscriptionChange } from '../behaviour/cancel-subscription.ts'
import type { LateOutcome } from '../behaviour/charge-intent.ts'
import { type PayInput, paySession } from '../behaviour/pay-session.ts'
import { applyCode, priceSession } from '../behaviour/price-session.ts'
import { awaitedPayment, settlePayment } from '../behaviour/settle-payment.ts'
import { switchPrice } from '../behaviour/switch-price.ts'
import { cardNumbers } from '../behaviour/test-cards.ts'
import { mustGet, type Transactor, type Tx } from '../behaviour/tx.ts'
import { updateCard } from '../behaviour/update-card.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { awaitedPage } from './awaited-page.ts'
import { brandingStyles } from './branding-styles.ts'
import { type CheckoutForm, checkoutPage, closedPage } from './checkout-page.ts'
import { isCountry } from './countries.ts'
import { type PortalNotice, portalPage } from './portal-page.ts'
import { invoicePage, receiptPage } from './receipt-page.ts'
import { styles } from './styles.ts'

/** A declined card has status 200: browsers report anything else as a fault of the page. */
type Page =
  | { redirect: string }
  | { page: string; status: 200 | 404; leadsTo: string | null; image?: string | undefined }

export function createPageRoutes(transactor: Transactor, runDueJobs: () => Promise<void>) {
  const show = async (work: (tx: Tx) => Page) => {
    await runDueJobs()
    const response = await transactor.transact(work)
    await runDueJobs()
    return response
  }
  return new Hono()
    .get('/emulator.css', (c) => c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' }))
    .get('/c/pay/:id/branding.css', async (c) => {
      const session = await transactor.transact((tx) => tx.get('sessions', c.req.param('id')))
      const css = brandingStyles(session?.branding_settings ?? {})
      return c.body(css, 200, { 'content-type': 'text/css; charset=utf-8' })
    })
    .get('/c/pay/:id', async (c) => send(await show((tx) => checkout(tx, c.req.param('id')))))
    .post('/c/pay/:id', async (c) => {
      const fields = new URLSearchParams(await c.req.text())
      return send(await show((tx) => pay(tx, c.req.param('id'), fields)))
    })
    .get('/payment/:id', async (c) => send(await show((tx) => voucher(tx, c.req.param('id')))))
    .get('/receipts/:id', async (c) =>
      send(await show((tx) => found(receiptPage, tx.get('charges', c.req.param('id'))))),
    )
    .get('/i/:id', async (c) =>
      send(await show((tx) => found(invoicePage, tx.get('invoices', c.req.param('id'))))),
    )
    .get('/p/session/:token', async (c) => send(await show((tx) => portal(tx, c.req.param('token'), null))))
    .post('/p/session/:token', async (c) => {
      const fields = new URLSearchParams(await c.req.text())
      return send(await show((tx) => changePortal(tx, c.req.param('token'), fields)))
    })
}

function send(response: Page): Response {
  if ('redirect' in response)
    return new Response(null, { status: 303, headers: { location: response.redirect } })
  // Chromium applies form-action to where a form's response redirects, so the shop's own address has to be in it.
  const shop = response.leadsTo && URL.canParse(response.leadsTo) ? new URL(response.leadsTo).origin : ''
  const image = response.image ? ` img-src ${new URL(response.image).origin};` : ''
  return new Response(response.page, {
    status: response.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; style-src 'self';${image} base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${shop}`,
    },
  })
}

function checkout(tx: Tx, id: string, form?: Partial<CheckoutForm>): Page {
  const session = tx.get('sessions', id)
  const plan = tx.get('session_plans', id)
  if (!session || !plan) return noSuchPage('No such checkout', 'There is no checkout at this address.')
  if (session.status !== 'open') return closed(tx, session)
  const customer = session.customer ? tx.get('customers', session.customer) : undefined
  const filled = {
    email: customer?.email ?? session.customer_email ?? '',
    country: customer?.address?.country ?? 'US',
    choice: cardNumbers.pays,
    number: '',
    code: plan.promotionCode ? (tx.get('promotion_codes', plan.promotionCode)?.code ?? '') : '',
    taxId: '',
    problem: null,
    ...form,
  }
  const priced = priceSession(tx, session, plan, filled)
  const page = checkoutPage(tx, priced.session, priced.plan, filled)
  return { page, status: 200, leadsTo: session.success_url, image: session.branding_settings?.logo?.url }
}

/** Where the address on a voucher or in the instructions for a transfer leads. */
function voucher(tx: Tx, intentId: string): Page {
  const session = tx.all('sessions').find(({ payment_intent }) => payment_intent === intentId)
  return session ? { redirect: `${tx.settings.publicUrl}/c/pay/${session.id}` } : checkout(tx, intentId)
}

function closed(tx: Tx, session: CheckoutSession): Page {
  const awaited = awaitedPayment(tx, session.id)
  if (awaited) {
    const page = awaitedPage(awaited, successUrl(session))
    return { page, status: 200, leadsTo: session.success_url }
  }
  const done = session.status === 'complete'
  const link = done
    ? { href: successUrl(session), text: 'Continue' }
    : session.cancel_url && { href: session.cancel_url, text: 'Go back' }
  const page = done
    ? closedPage('All done', 'This checkout was completed already. Nothing more is charged.', link || null)
    : closedPage('This checkout has expired', 'Nothing was charged. Go back and start again.', link || null)
  return { page, status: 200, leadsTo: null }
}

function successUrl(session: CheckoutSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function pay(tx: Tx, id: string, fields: URLSearchParams): Page {
  const session = tx.get('sessions', id)
  const plan = tx.get('session_plans', id)
  if (session && fields.get('action') === 'settle') return settle(tx, session, fields)
  if (!session || !plan || session.status !== 'open') return checkout(tx, id)
  const number = fields.get('number')?.trim() ?? ''
  const choice = fields.get('card') ?? ''
  const country = fields.get('country') ?? ''
  const typed = {
    choice,
    number,
    email: fields.get('email')?.trim() ?? '',
    country,
    code: fields.get('code')?.trim() ?? '',
    taxId: fields.get('tax_id')?.trim() ?? '',
  }
  const action = fields.get('action')
  const answered = (action === 'confirm' || action === 'fail') && plan.authenticating
  if (!answered && !typed.email.includes('@'))
    return checkout(tx, id, { ...typed, problem: 'Please enter your e-mail address.' })
  if (!answered && !isCountry(country))
    return checkout(tx, id, { ...typed, problem: 'Please choose your country.' })
  const wrongCode = answered ? null : applyCode(tx, session, typed.code)
  if (wrongCode) return checkout(tx, id, { ...typed, problem: wrongCode })
  if (action === 'apply') return checkout(tx, id, typed)
  // Nobody pays another total than the one that was shown.
  const { amount_total } = priceSession(tx, session, mustGet(tx, 'session_plans', id), typed).session
  if (!answered && fields.has('total') && fields.get('total') !== String(amount_total))
    return checkout(tx, id, { ...typed, problem: 'The total has changed. Please check it, then pay.' })
  const input: PayInput = answered
    ? { ...answered, authenticate: action as 'confirm' | 'fail' }
    : { card: number || choice, country, email: typed.email, taxId: typed.taxId }
  const paid = paySession(tx, session, input)
  if (paid.result === 'complete') return { redirect: successUrl(paid.session) }
  if (paid.result !== 'declined') return checkout(tx, id)
  const again = answered ? { email: answered.email, country: answered.country } : typed
  return checkout(tx, id, { ...again, problem: paid.message })
}

const lateOutcomes: LateOutcome[] = ['succeeded', 'failed', 'expired']

function settle(tx: Tx, session: CheckoutSession, fields: URLSearchParams): Page {
  const outcome = lateOutcomes.find((known) => known === fields.get('outcome'))
  const awaited = awaitedPayment(tx, session.id)
  if (outcome && awaited) settlePayment(tx, awaited, outcome)
  return { redirect: successUrl(session) }
}

function findPortal(tx: Tx, token: string) {
  const session = tx.all('portal_sessions').find(({ url }) => url.endsWith(`/p/session/${token}`))
  const configuration = session && tx.get('portal_configurations', session.configuration)
  return configuration && { session, configuration }
}

function portal(tx: Tx, token: string, notice: PortalNotice | null): Page {
  const found = findPortal(tx, token)
  if (found)
    return {
      page: portalPage(tx, found.session, found.configuration, notice),
      status: 200,
      leadsTo: found.session.flow?.after_completion.redirect?.return_url ?? null,
    }
  return notFound
}

const noSuchPage = (heading: string, sentence: string): Page => ({
  page: closedPage(heading, sentence, null),
  status: 404,
  leadsTo: null,
})

const notFound = noSuchPage('No such page', 'This link is not valid any more.')

const found = <Row>(draw: (row: Row) => string, row: Row | undefined): Page =>
  row === undefined ? notFound : { page: draw(row), status: 200, leadsTo: null }

function changePortal(tx: Tx, token: string, fields: URLSearchParams): Page {
  const found = findPortal(tx, token)
  if (!found) return portal(tx, token, null)
  const { session, configuration } = found
  const { payment_method_update, subscription_cancel } = configuration.features
  const action = fields.get('action')
  if (session.flow || action === 'switch') return switchInPortal(tx, token, found, fields)
  if (!(action === 'card' ? payment_method_update : subscription_cancel).enabled)
    return portal(tx, token, { kind: 'problem', sentence: 'This cannot be changed here.' })
  if (action === 'card') {
    const result = updateCard(
      tx,
      session.customer,
      fields.get('number')?.trim() || (fields.get('card') ?? ''),
    )
    return portal(tx, token, result)
  }
  const before = tx.get('subscriptions', fields.get('subscription') ?? '')
  if (before?.customer !== session.customer || before.ended_at !== null) {
    return portal(tx, token, { kind: 'problem', sentence: 'This subscription has ended.' })
  }
  const after = cancelInPortal(tx, before, action === 'cancel')
  emitSubscriptionChange(tx, before, after)
  const sentence =
    action === 'cancel' ? 'Cancelled: it runs to the end of the period.' : 'Resumed: it is renewed as before.'
  return portal(tx, token, { kind: 'done', sentence })
}

/** The price that a flow is about, or one of those that the configuration offers. */
function switchInPortal(
  tx: Tx,
  token: string,
  { session, configuration }: NonNullable<ReturnType<typeof findPortal>>,
  fields: URLSearchParams,
): Page {
  const { enabled, products, trial_update_behavior: trial } = configuration.features.subscription_update
  const wish = session.flow?.subscription_update_confirm
  const priceId = wish?.items[0]?.price ?? fields.get('price') ?? ''
  const subscription = tx.get('subscriptions', wish?.subscription ?? fields.get('subscription') ?? '')
  const price = tx.get('prices', priceId)
  const isOffered = enabled && products.some(({ prices }) => prices.includes(priceId))
  if (!isOffered || !price || subscription?.customer !== session.customer || subscription.ended_at !== null)
    return portal(tx, token, { kind: 'problem', sentence: 'This cannot be changed here.' })
  if (subscription.items.data[0]?.price.id === priceId)
    return portal(tx, token, { kind: 'problem', sentence: 'This was changed already.' })
  if (switchPrice(tx, { subscription, price, trial }) === 'declined')
    return portal(tx, token, { kind: 'problem', sentence: 'Your card was declined. Nothing was changed.' })
  const returnUrl = session.flow?.after_completion.redirect?.return_url
  return returnUrl
    ? { redirect: returnUrl }
    : portal(tx, token, { kind: 'done', sentence: 'Your plan is changed.' })
}
