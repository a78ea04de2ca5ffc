import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { setUpEmulator } from '../../test/set-up-emulator.ts'
import { cards, daySeconds } from '../testing.ts'

const { emulator } = setUpEmulator()

const show = async (url: string | null) => (await fetch(url ?? '')).text()
const submit = (url: string | null, fields: Record<string, string>) =>
  fetch(url ?? '', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

async function lifetimeSession(email = 'ada@example.com') {
  const { lifetime } = await emulator.prices()
  const customer = await emulator.stripe.customers.create({ email })
  return emulator.paymentSession(customer.id, lifetime.id)
}

const typed = { action: 'pay', email: 'ada@example.com', country: 'DE', card: cards.pays, number: '' }

describe('the checkout page', () => {
  it('says what is bought, for how much, for whom, and that it is the emulator', async () => {
    const session = await lifetimeSession('<ada>@example.com')
    const page = await show(session.url)
    for (const text of [
      'no real money',
      'Buy Lifetime',
      '$99.00',
      'value="&lt;ada&gt;@example.com"',
      '/pricing',
    ]) {
      expect(page).toContain(text)
    }
    expect(page).not.toMatch(/<script|style=/)
  })

  it('names the business, by its logo if there is one, and allows the logo alone to be loaded', async () => {
    const { lifetime } = await emulator.prices()
    const pageWith = async (branding: Stripe.Checkout.SessionCreateParams.BrandingSettings) => {
      const { url } = await emulator.stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: lifetime.id, quantity: 1 }],
        success_url: 'http://shop.test/welcome',
        branding_settings: branding,
      })
      const response = await fetch(url ?? '')
      return { html: await response.text(), policy: response.headers.get('content-security-policy') }
    }
    const named = await pageWith({ display_name: 'Pages & <b>more</b>' })
    expect(named.html).toContain('<p class="business">Pages &amp; &lt;b&gt;more&lt;/b&gt;</p>')
    expect(named.policy).not.toContain('img-src')
    const url = 'http://shop.test/assets/logo.png'
    const pictured = await pageWith({ display_name: 'Pagelet', logo: { type: 'url', url } })
    expect(pictured.html).toContain(`<img src="${url}" alt="Pagelet">`)
    expect(pictured.policy).toContain('img-src http://shop.test;')
    await expect(pageWith({ logo: { type: 'url', url: 'logo.png' } })).rejects.toThrow()
  })

  it('has the color and the corners of the session’s branding settings on its buttons', async () => {
    const { lifetime } = await emulator.prices()
    const sessionWith = (branding?: Stripe.Checkout.SessionCreateParams.BrandingSettings) =>
      emulator.stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: lifetime.id, quantity: 1 }],
        success_url: 'http://shop.test/welcome',
        ...(branding && { branding_settings: branding }),
      })
    const branding = { button_color: '#6d28d9', border_style: 'pill' } as const
    const session = await sessionWith(branding)
    expect(session.branding_settings).toEqual(branding)
    const styles = async ({ url, id }: Stripe.Checkout.Session) => {
      expect(await show(url)).toContain(`href="${id}/branding.css"`)
      return show(`${url}/branding.css`)
    }
    expect(await styles(session)).toContain('color: #fff; background: #6d28d9; border-color: #6d28d9;')
    expect(await styles(session)).toContain('border-radius: 2rem')
    expect(await styles(await sessionWith({ button_color: '#ffdd00' }))).toContain(
      'color: #000; background: #ffdd00',
    )
    expect(await show((await sessionWith()).url)).not.toContain('branding.css')
    await expect(sessionWith({ button_color: 'red; } body { display: none' })).rejects.toThrow(
      /hex color|color/,
    )
  })

  it('says how long a trial lasts and what comes after', async () => {
    const { monthly } = await emulator.prices()
    const customer = await emulator.stripe.customers.create({})
    const page = await show((await emulator.subscriptionSession(customer.id, monthly.id, 7)).url)
    expect(page).toContain('7 days free')
    expect(page).toMatch(/Then \$9\.00 per month, from/)
    expect(page).toContain('Start trial')
  })

  it('leads to the success address with the session’s id, which the policy lets through', async () => {
    const session = await lifetimeSession()
    const policy = (await fetch(session.url ?? '')).headers.get('content-security-policy')
    expect(policy).toContain("form-action 'self' http://shop.test")
    const paid = await submit(session.url, typed)
    expect(paid.status).toBe(303)
    expect(paid.headers.get('location')).toBe(`http://shop.test/welcome?session_id=${session.id}`)
    const done = await emulator.stripe.checkout.sessions.retrieve(session.id)
    expect(done.customer_details).toMatchObject({ email: 'ada@example.com', address: { country: 'DE' } })
    expect(await show(session.url)).toContain('completed already')
  })

  it('a typed number wins over the chosen card, and a decline is said in words', async () => {
    const session = await lifetimeSession()
    const declined = await submit(session.url, { ...typed, number: '4000 0000 0000 9995' })
    const page = await declined.text()
    expect(page).toContain('role="alert">Your card has insufficient funds.')
    expect(page).toContain('value="4000 0000 0000 9995"')
    const unknown = await submit(session.url, { ...typed, number: '5555' })
    expect(await unknown.text()).toContain('Only the test cards listed here')
    expect(await (await submit(session.url, { ...typed, email: '' })).text()).toContain('e-mail address')
  })

  it('asks for the bank’s confirmation and goes on from there', async () => {
    const session = await lifetimeSession()
    const asked = await submit(session.url, { ...typed, card: cards.needsConfirmation })
    expect(await asked.text()).toContain('Confirm the payment')
    expect(await show(session.url)).toContain('Confirm the payment')
    expect(await (await submit(session.url, { action: 'fail' })).text()).toContain('unable to authenticate')
    await submit(session.url, { ...typed, card: cards.needsConfirmation })
    expect((await submit(session.url, { action: 'confirm' })).status).toBe(303)
  })

  it('an expired session says so and cannot be paid', async () => {
    const session = await lifetimeSession()
    await emulator.stripe.checkout.sessions.expire(session.id)
    expect(await show(session.url)).toContain('has expired')
    expect(await (await submit(session.url, typed)).text()).toContain('has expired')
    expect((await emulator.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid')
  })
})

describe('the page of a payment that takes days', () => {
  it.each([
    ['oxxo', 'succeeded', 'paid'],
    ['customer_balance', 'succeeded', 'paid'],
    ['boleto', 'expired', 'unpaid'],
    [cards.debitPays, 'failed', 'unpaid'],
  ])('%s is chosen on the checkout page and %s on its own page', async (card, outcome, status) => {
    const session = await lifetimeSession()
    const chosen = await submit(session.url, { ...typed, card })
    expect([chosen.status, chosen.headers.get('location')]).toEqual([
      303,
      `http://shop.test/welcome?session_id=${session.id}`,
    ])
    const page = await show(session.url)
    expect(page).toContain('Here you choose how it ends')
    expect(page.includes('It expires')).toBe(!card.startsWith('DE'))
    const ended = await submit(session.url, { action: 'settle', outcome })
    expect(ended.status).toBe(303)
    expect((await emulator.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe(status)
    expect(await show(session.url)).toContain('This checkout was completed already')
  })

  it('is where the address on the voucher leads', async () => {
    const session = await lifetimeSession()
    await submit(session.url, { ...typed, card: 'boleto' })
    const { payment_intent } = await emulator.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent'],
    })
    const { next_action } = payment_intent as Stripe.PaymentIntent
    const voucher = next_action?.boleto_display_details?.hosted_voucher_url ?? ''
    expect(await show(voucher)).toContain('This is waiting to be paid')
  })
})

describe('the portal page', () => {
  it('cancels, resumes, takes a card that will fail, and leads back', async () => {
    const { customer, subscription } = await emulator.subscribe()
    const { url } = await emulator.openPortal(customer.id, { returnUrl: 'http://shop.test/account' })
    expect(await show(url)).toContain('href="http://shop.test/account"')
    const fields = { subscription: subscription.id }
    expect(await (await submit(url, { ...fields, action: 'cancel' })).text()).toContain('Resume subscription')
    const now = () => emulator.stripe.subscriptions.retrieve(subscription.id)
    expect(await now()).toMatchObject({
      cancel_at: subscription.items.data[0]?.current_period_end,
      cancel_at_period_end: false,
    })
    expect(await (await submit(url, { ...fields, action: 'resume' })).text()).toContain('It renews on')
    expect(await now()).toMatchObject({ cancel_at: null, canceled_at: null })
    const declined = await submit(url, { action: 'card', card: cards.declines })
    expect(await declined.text()).toContain('Your card was declined.')
    await submit(url, { action: 'card', card: cards.failsWhenCharged })
    await emulator.advance(32 * daySeconds)
    expect((await now()).status).toBe('past_due')
    expect(await show(url)).toContain('The last payment failed')
  })

  it('offers and does only what its configuration allows', async () => {
    const { customer, subscription } = await emulator.subscribe()
    const { url } = await emulator.openPortal(customer.id, { canCancel: false })
    expect(await show(url)).not.toContain('Cancel at the end')
    const refused = await submit(url, { subscription: subscription.id, action: 'cancel' })
    expect(await refused.text()).toContain('This cannot be changed here.')
    const untouched = await emulator.stripe.subscriptions.retrieve(subscription.id)
    expect(untouched.cancel_at).toBeNull()
  })

  it('changes only what belongs to its customer', async () => {
    const mine = await emulator.subscribe()
    const theirs = await emulator.subscribe()
    const { url } = await emulator.openPortal(mine.customer.id)
    await submit(url, { subscription: theirs.subscription.id, action: 'cancel' })
    const untouched = await emulator.stripe.subscriptions.retrieve(theirs.subscription.id)
    expect(untouched.cancel_at).toBeNull()
    expect((await fetch(`${emulator.url}/p/session/guessed`)).status).toBe(404)
  })
})

describe('what was paid', () => {
  it('the receipt of a charge says how much and when, and what went back', async () => {
    const { charge, intent } = await emulator.buy()
    expect(await show(charge.receipt_url)).toMatch(/Amount paid.*\$99\.00.*Date paid.*\d{4}/s)
    await emulator.stripe.refunds.create({ payment_intent: intent.id, amount: 1000 })
    expect(await show(charge.receipt_url)).toMatch(/Refunded.*\$10\.00/s)
  })

  it('the hosted page of an invoice names its lines and its total', async () => {
    const { subscription } = await emulator.subscribe()
    const [invoice] = (await emulator.stripe.invoices.list({ subscription: subscription.id })).data
    expect(await show(invoice?.hosted_invoice_url ?? '')).toMatch(/subscription.*\$9\.00.*Total.*\$9\.00/s)
  })

  it('an address that leads nowhere is answered with 404', async () => {
    const { charge } = await emulator.buy()
    for (const path of ['/receipts/ch_none', '/i/in_none'])
      expect((await fetch(new URL(path, charge.receipt_url ?? ''))).status).toBe(404)
  })
})
