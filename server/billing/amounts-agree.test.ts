import { cards, daySeconds } from '@fairseat/stripe-emulator/testing'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OwnDocuments } from '../../core/billing/contract.ts'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { formatMoney } from '../../core/plans/money.ts'
import { planCards, priceMinor } from '../../core/plans/plan-card.ts'
import {
  type BillingKit,
  liveCatalogue,
  sessionIn,
  startBillingKit,
} from '../../tests/support/billing/billing-kit.ts'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { purchases } from '../db/schema.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'

const shipped = loadCatalogue('pricing.config.json')
const codes = { none: 0, HALF: 50, FREE: 100 }
const taxes: Record<string, Pick<Catalogue, 'tax'>> = {
  none: {},
  inclusive: { tax: { mode: 'stripe', behavior: 'inclusive' } },
  exclusive: { tax: { mode: 'stripe', behavior: 'exclusive' } },
}
const plans = [
  ['lifetime', 0],
  ['monthly', 0],
  ['monthly', 7],
] as const

/** What is due in Germany, worked out without the emulator's code. */
function dueMinor(cardMinor: number, percentOff: number, tax: string): number {
  const left = cardMinor - Math.round((cardMinor * percentOff) / 100)
  return tax === 'exclusive' ? left + Math.round(left * 0.19) : left
}

async function makeCodes({ emulator: { stripe } }: BillingKit) {
  for (const [code, percent_off] of Object.entries(codes))
    if (percent_off > 0) {
      const { id } = await stripe.coupons.create({ percent_off, duration: 'forever' })
      await stripe.promotionCodes.create({ code, promotion: { type: 'coupon', coupon: id } })
    }
}

async function pay(kit: BillingKit, plan: 'monthly' | 'lifetime', code: string) {
  const buyer = await kit.signIn()
  const { url } = await (await buyer.checkout(plan)).json()
  const checkoutSessionId = sessionIn(url)
  const promotionCode = code === 'none' ? {} : { promotionCode: code }
  const paid = await kit.emulator.pay(checkoutSessionId, cards.pays, { country: 'DE', ...promotionCode })
  return { buyer, checkoutSessionId, paid }
}

describeOnBothDatabases('the amounts of a purchase', (openTestDatabase) => {
  let db: Drizzle
  beforeAll(async () => {
    ;({ db } = await openTestDatabase())
  })

  describe.each(Object.keys(taxes))('with tax %s', (tax) => {
    test.each(plans)(
      'M3 M4: of %s with %i free days: card, payment page, invoice, charge and record agree, with any code',
      async (plan, trialDays) => {
        const monthly = { ...shipped.plans.monthly, trialDays }
        const catalogue = {
          ...shipped,
          ...taxes[tax],
          promotionCodes: true,
          plans: { ...shipped.plans, monthly },
        }
        const kit = await startBillingKit(db, { catalogue })
        await makeCodes(kit)
        const { stripe } = kit.emulator
        const cardMinor = priceMinor(catalogue, plan)
        for (const [code, percentOff] of Object.entries(codes)) {
          const { buyer, checkoutSessionId } = await pay(kit, plan, code)
          if (trialDays > 0) await kit.emulator.advance((trialDays + 1) * daySeconds)
          await kit.deliver()
          const totalMinor = dueMinor(cardMinor, percentOff, tax)
          const session = await stripe.checkout.sessions.retrieve(checkoutSessionId)
          if (trialDays === 0) {
            expect(session.amount_subtotal).toBe(cardMinor)
            expect(session.amount_total).toBe(totalMinor)
          }
          expect(await buyer.plan()).toBe(plan)
          const customer = String(session.customer)
          const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data
          const [charge] = (await stripe.charges.list({ customer, limit: 1 })).data
          if (totalMinor > 0) {
            expect(invoice).toMatchObject({ subtotal: cardMinor, total: totalMinor, amount_paid: totalMinor })
            expect(charge?.amount).toBe(totalMinor)
            const own: OwnDocuments = await (await buyer.get('/api/billing/documents')).json()
            expect(own.documents[0]?.amount).toBe(formatMoney(totalMinor, 'usd', 'en'))
          } else expect(charge).toBeUndefined()
          if (plan !== 'lifetime') continue
          const [recorded] = await db.select().from(purchases).where(eq(purchases.userId, buyer.id))
          expect(recorded).toMatchObject({ amountMinor: totalMinor, revokedAt: null })
        }
        await kit.stop()
      },
    )
  })

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
