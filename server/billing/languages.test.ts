import { beforeAll, expect, test } from 'vitest'
import { loadMessages } from '../../core/messages/in-language.ts'
import { createTestBrowser, newAddress } from '../../tests/support/app/test-app.ts'
import { type BillingKit, sessionIn, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import { speakingCatalogue } from '../../tests/support/languages/speaking-catalogue.ts'

describeMainlyOnPostgres('a purchase in German', (openTestDatabase) => {
  let kit: BillingKit
  beforeAll(async () => {
    await loadMessages(['de', 'ar'])
    const catalogue = speakingCatalogue(['en', 'de', 'ar'])
    kit = await startBillingKit((await openTestDatabase()).db, { catalogue })
    return () => kit.stop()
  })

  async function buyerOn(language: string) {
    const visitor = createTestBrowser(kit.app)
    await visitor.signIn(newAddress())
    const post = async (path: string, body?: unknown, now = language) =>
      (await visitor.post(path, body, { 'accept-language': now })).json()
    return {
      checkout: async (plan: string, now = language) =>
        sessionIn((await post('/api/stripe/create-checkout', { plan }, now)).url),
      post,
      get: async (path: string) => (await visitor.get(path, { 'accept-language': language })).json(),
    }
  }
  const readSession = (id: string) => kit.emulator.stripe.checkout.sessions.retrieve(id)

  test('G7: Stripe’s page is in the language, and leads back to pages in it', async () => {
    const { checkout } = await buyerOn('de')
    expect(await readSession(await checkout('monthly'))).toMatchObject({
      locale: 'de',
      success_url: 'http://localhost/de/welcome?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost/de/pricing',
    })
    const english = await buyerOn('en')
    expect(await readSession(await english.checkout('monthly'))).toMatchObject({
      locale: 'en',
      success_url: 'http://localhost/welcome?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost/pricing',
    })
    // Stripe has no Arabic.
    const arabic = await buyerOn('ar')
    expect((await readSession(await arabic.checkout('monthly'))).locale).toBe('auto')
  })

  test('G7: a checkout that goes on in another language is the same one, not a second that could be paid too', async () => {
    const { checkout } = await buyerOn('de')
    const first = await checkout('lifetime')
    expect(await checkout('lifetime', 'en')).toBe(first)
    expect((await readSession(first)).locale).toBe('de')
  })

  test('G7: the portal, amounts and refusals are in the language', async () => {
    const buyer = await buyerOn('de')
    const session = await buyer.checkout('lifetime')
    await kit.emulator.pay(session)
    await kit.deliver()
    const { lifetime } = await buyer.get('/api/billing')
    // With the no-break space of the language.
    expect(lifetime.amount).toBe('89\u00a0$')
    const refused = await buyer.post('/api/stripe/create-checkout', { plan: 'lifetime' })
    expect(refused.error).toBe('Ihnen gehört Lifetime bereits. Es gibt nichts mehr zu bezahlen.')
    const { url } = await buyer.post('/api/stripe/portal')
    const portal = await (await fetch(url)).text()
    expect(portal).toContain('http://localhost/de/account?refresh=1')
  })
})
