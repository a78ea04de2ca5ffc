import { cards } from '@fairseat/stripe-emulator/testing'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { OwnDocuments } from '../../core/billing/contract.ts'
import { inLanguage } from '../../core/messages/in-language.ts'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { textIn } from '../../core/plans/currency-texts.ts'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import { planCards } from '../../core/plans/plan-card.ts'
import {
  type BillingKit,
  liveCatalogue,
  sessionIn,
  startBillingKit,
} from '../../tests/support/billing/billing-kit.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import { currencyCatalogue } from '../../tests/support/plans/commerce-config.ts'
import { testSeed } from '../../tests/support/test-seed.ts'
import type { Drizzle } from '../db/database.ts'
import { purchases, subscriptions } from '../db/schema.ts'
import { enqueueJob } from '../jobs/store.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'

const shipped = loadCatalogue('pricing.config.json')
const taxes: Record<string, Pick<Catalogue, 'tax'>> = {
  none: {},
  inclusive: { tax: { mode: 'stripe', behavior: 'inclusive' } },
  exclusive: { tax: { mode: 'stripe', behavior: 'exclusive' } },
}
const currencies = ['usd', 'eur', 'jpy', 'kwd'] as const
const decimals = { usd: 2, eur: 2, jpy: 0, kwd: 3 }
/** Of `currencyCatalogue`, in minor units, written down so that our conversion is checked too. */
const cardAmounts = {
  usd: { monthly: 900, yearly: 9_000, lifetime: 8_900 },
  eur: { monthly: 850, yearly: 8_500, lifetime: 8_500 },
  jpy: { monthly: 1_400, yearly: 14_000, lifetime: 13_900 },
  kwd: { monthly: 2_750, yearly: 27_500, lifetime: 27_250 },
}
const plans = ['monthly', 'yearly', 'lifetime'] as const
const amountOff: Record<string, number> = { usd: 299, eur: 283, jpy: 467, kwd: 910 }
const percentOff: Record<string, number> = { SALE: 33, HALF: 50, FREE: 100 }

/** Each with each, for one tax behaviour. */
const combinations = currencies.flatMap((currency) =>
  plans.flatMap((plan) =>
    ['none', 'SALE', 'FREE', `LESS${currency}`].flatMap((code) =>
      [false, true].map((hadTrial) => ({ currency, plan, code, hadTrial })),
    ),
  ),
)
type Combination = (typeof combinations)[number]
/** Of each tax behaviour; `npm run torture` asks for all, each once. */
const runs = Number(process.env.AMOUNTS_RUNS ?? 2)
const seed = testSeed('AMOUNTS_SEED', 19)

/** What is due in Germany, worked out without the emulator's code. */
function dueMinor(cardMinor: number, { code, currency }: Combination, tax: string): number {
  const lessMinor = code.startsWith('LESS') ? (amountOff[currency] ?? 0) : 0
  const left = cardMinor - lessMinor - Math.round((cardMinor * (percentOff[code] ?? 0)) / 100)
  return tax === 'exclusive' ? left + Math.round(left * 0.19) : left
}

/** The minor units of what a person reads, such as 8.50 € or ¥1,400. */
function readAmount(text = '', currency: Combination['currency']): number {
  return Math.round(Number(text.replace(/[^\d.]/g, '')) * 10 ** decimals[currency])
}

async function makeCodes({ emulator: { stripe } }: BillingKit) {
  const coupons = [
    ...Object.entries(percentOff).map(([code, percent_off]) => ({ code, terms: { percent_off } })),
    ...Object.entries(amountOff).map(([currency, amount_off]) => ({
      code: `LESS${currency}`,
      terms: { amount_off, currency },
    })),
  ]
  for (const { code, terms } of coupons) {
    const { id } = await stripe.coupons.create({ ...terms, duration: 'forever' })
    await stripe.promotionCodes.create({ code, promotion: { type: 'coupon', coupon: id } })
  }
}

type Buyer = Awaited<ReturnType<BillingKit['signIn']>>

async function openCheckout(buyer: Buyer, plan: PaidPlanId, currency?: string) {
  const { url } = await (await buyer.post('/api/stripe/create-checkout', { plan, currency })).json()
  return sessionIn(url)
}

function payWith({ emulator }: BillingKit, checkoutSessionId: string, code: string) {
  const promotionCode = code === 'none' ? {} : { promotionCode: code }
  return emulator.pay(checkoutSessionId, cards.pays, { country: 'DE', ...promotionCode })
}

async function pay(kit: BillingKit, plan: PaidPlanId, code: string) {
  const buyer = await kit.signIn()
  const checkoutSessionId = await openCheckout(buyer, plan)
  return { buyer, checkoutSessionId, paid: await payWith(kit, checkoutSessionId, code) }
}

async function endTrial(kit: BillingKit, buyer: Buyer, currency: string) {
  await payWith(kit, await openCheckout(buyer, 'monthly', currency), 'none')
  await kit.deliver()
  const [row] = await kit.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.id))
  await kit.emulator.stripe.subscriptions.cancel(row?.id ?? '')
  await kit.deliver()
}

/** From the card to the record. */
async function checkAmounts(kit: BillingKit, catalogue: Catalogue, tax: string, combination: Combination) {
  const { currency, plan, code, hadTrial } = combination
  const { stripe } = kit.emulator
  const buyer = await kit.signIn()
  if (hadTrial) await endTrial(kit, buyer, currency)
  const hasTrial = plan !== 'lifetime' && !hadTrial
  const cardMinor = cardAmounts[currency][plan]
  const dueNow = dueMinor(cardMinor, combination, tax)

  const card = inLanguage({ language: 'en', prefix: '' }, () => planCards(catalogue)).find(
    ({ id }) => id === plan,
  )
  expect(readAmount(textIn(card?.price ?? '', currency), currency)).toBe(cardMinor)

  const id = await openCheckout(buyer, plan, currency)
  const expand = ['line_items']
  const opened = await stripe.checkout.sessions.retrieve(id, { expand })
  expect(opened.currency).toBe(currency)
  expect(opened.amount_total).toBe(hasTrial ? 0 : cardMinor)
  // Else Stripe would convert it at a rate of its own, where the account's settings say so.
  expect(opened.adaptive_pricing?.enabled).toBe(false)
  expect(opened.line_items?.data[0]?.amount_total).toBe(cardMinor)

  expect(await payWith(kit, id, code)).toMatchObject({ status: 200 })
  const { line_items, ...session } = await stripe.checkout.sessions.retrieve(id, { expand })
  expect(line_items?.data[0]).toMatchObject({ amount_subtotal: cardMinor, amount_total: dueNow })
  expect(session.amount_total).toBe(hasTrial ? 0 : dueNow)
  if (hasTrial) await stripe.subscriptions.update(String(session.subscription), { trial_end: 'now' })
  await kit.deliver()
  expect(await buyer.plan()).toBe(plan)

  const customer = String(session.customer)
  const [charge] = (await stripe.charges.list({ customer, limit: 1 })).data
  expect([charge?.currency, charge?.amount]).toEqual(dueNow > 0 ? [currency, dueNow] : [undefined, undefined])
  if (plan === 'lifetime' && dueNow === 0) expect(session.invoice).toBeNull()
  else {
    const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data
    expect(invoice).toMatchObject({ currency, subtotal: cardMinor, total: dueNow, amount_paid: dueNow })
    const taxMinor = invoice?.total_taxes?.reduce((sum, { amount }) => sum + amount, 0) ?? 0
    const discountMinor = invoice?.total_discount_amounts?.reduce((sum, { amount }) => sum + amount, 0) ?? 0
    expect(dueNow - (tax === 'exclusive' ? taxMinor : 0) + discountMinor).toBe(cardMinor)
    expect(taxMinor > 0).toBe(tax !== 'none' && dueNow > 0)
    const own: OwnDocuments = await (await buyer.get('/api/billing/documents')).json()
    const document = own.documents.find(({ id }) => id === invoice?.id)
    expect(readAmount(document?.amount, currency)).toBe(dueNow)
  }

  if (plan === 'lifetime') {
    const [row] = await kit.db.select().from(purchases).where(eq(purchases.userId, buyer.id))
    expect(row).toMatchObject({ currency, amountMinor: dueNow, revokedAt: null })
  } else {
    const rows = await kit.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.id))
    const isOwnAmount = code !== 'none' || tax === 'exclusive'
    expect(rows.find((row) => row.status === 'active')).toMatchObject({
      currency,
      amountMinor: isOwnAmount ? null : cardMinor,
    })
  }
}

describeMainlyOnPostgres('the amounts of a purchase', (openTestDatabase) => {
  let db: Drizzle
  beforeAll(async () => {
    ;({ db } = await openTestDatabase())
  })

  test.each(Object.keys(taxes))(
    `M3 M4 M6 M10: with tax %s the amounts on the card, at checkout, on the invoice, charged and recorded agree (seed ${seed})`,
    async (tax) => {
      const catalogue = currencyCatalogue({ promotionCodes: true, ...taxes[tax] })
      const kit = await startBillingKit(db, { catalogue })
      await makeCodes(kit)
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...combinations), (each) => checkAmounts(kit, catalogue, tax, each)),
        {
          // Other combinations for each tax behaviour.
          seed: seed + Object.keys(taxes).indexOf(tax),
          numRuns: Math.min(runs, combinations.length),
          examples: runs < combinations.length ? [] : combinations.map((each): [Combination] => [each]),
        },
      )
      await kit.stop()
    },
    3_600_000,
  )

  test('M3: a lifetime that a code made free stays, after any sync', async () => {
    const kit = await startBillingKit(db, { catalogue: { ...shipped, promotionCodes: true } })
    await makeCodes(kit)
    const { buyer, checkoutSessionId } = await pay(kit, 'lifetime', 'FREE')
    const status = await buyer.get(`/api/stripe/checkout-status?session_id=${checkoutSessionId}`)
    expect(await status.json()).toMatchObject({ status: 'paid', plan: 'lifetime' })
    await buyer.get('/api/subscription?refresh=1')
    expect(await buyer.plan()).toBe('lifetime')
    expect((await buyer.checkout('lifetime')).status).toBe(409)
    await kit.stop()
  })

  test('M3: also when the operator takes no codes any more, and when it is completed only then', async () => {
    const kit = await startBillingKit(db, { catalogue: { ...shipped, promotionCodes: true } })
    await makeCodes(kit)
    const owner = await pay(kit, 'lifetime', 'FREE')
    await owner.buyer.get('/api/subscription?refresh=1')
    const late = await kit.signIn()
    const checkoutSessionId = await openCheckout(late, 'lifetime')
    const without = await startBillingKit(db, { emulator: kit.emulator })
    await payWith(without, checkoutSessionId, 'FREE')
    for (const { id } of [owner.buyer, late]) await enqueueJob(db, { kind: 'sync', key: id })
    await without.jobs.runDue()
    expect([await owner.buyer.plan(), await late.plan()]).toEqual(['lifetime', 'lifetime'])
    await without.stop()
  })

  test('M3: a seat of a live deal takes no code, its later price and Monthly do', async () => {
    const catalogue = { ...liveCatalogue(1, { offer: 'codes' }), promotionCodes: true }
    const kit = await startBillingKit(db, { catalogue })
    await makeCodes(kit)
    const { stripe } = kit.emulator
    const seat = await pay(kit, 'lifetime', 'HALF')
    expect(seat.paid.body.message).toMatch(/invalid/)
    expect((await stripe.checkout.sessions.retrieve(seat.checkoutSessionId)).allow_promotion_codes).toBeNull()
    const month = await pay(kit, 'monthly', 'none')
    expect((await stripe.checkout.sessions.retrieve(month.checkoutSessionId)).allow_promotion_codes).toBe(
      true,
    )
    await kit.stop()
  })

  test('M3: without the setting no code is taken', async () => {
    const kit = await startBillingKit(db)
    await makeCodes(kit)
    expect((await pay(kit, 'lifetime', 'HALF')).paid.status).toBe(402)
    await kit.stop()
  })

  test('M4: a tax that is added, or a code, makes each payment its own: no amount is promised', async () => {
    const kit = await startBillingKit(db, { catalogue: { ...shipped, ...taxes.exclusive } })
    const { buyer } = await pay(kit, 'monthly', 'none')
    await kit.deliver()
    const { subscription } = await (await buyer.get('/api/subscription')).json()
    expect(subscription).not.toHaveProperty('amount')
    await kit.stop()
  })
})

test.each([
  ['inclusive', 'incl. VAT'],
  ['exclusive', 'plus VAT'],
])('M4: the cards of paid plans say whether the tax is in the price: %s', (behavior, text) => {
  const cardsOf = planCards({ ...shipped, ...taxes[behavior] })
  expect(cardsOf.map(({ terms }) => terms)).toEqual([undefined, text, text])
})
