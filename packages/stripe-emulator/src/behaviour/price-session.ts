import { type AmountTerms, lineAmounts, noTerms, sumOf, taxPercentOf } from '../objects/amounts.ts'
import type { CheckoutSession, SessionPlan } from '../objects/checkout-session.ts'
import type { Coupon, PromotionCode } from '../objects/discount.ts'
import { mustGet, type Tx, update } from './tx.ts'

interface Buyer {
  country: string | null
  taxId: string
}

/** The coupon that a code stands for, or why it does not count here. */
function redeemCode(
  tx: Tx,
  session: CheckoutSession,
  code: string,
): { promotionCode: PromotionCode; coupon: Coupon } | 'This code is invalid.' | 'This code has expired.' {
  const promotionCode = tx
    .all('promotion_codes')
    .find((found) => found.code.toLowerCase() === code.toLowerCase())
  const coupon = promotionCode && tx.get('coupons', promotionCode.promotion.coupon)
  if (!session.allow_promotion_codes || !promotionCode?.active || !coupon) return 'This code is invalid.'
  const { expires_at, max_redemptions, times_redeemed } = promotionCode
  if ((expires_at ?? Infinity) <= tx.now || times_redeemed >= (max_redemptions ?? Infinity))
    return 'This code has expired.'
  if (coupon.amount_off !== null && coupon.currency !== session.currency) return 'This code is invalid.'
  return { promotionCode, coupon }
}

/** From now on the code counts, or none when it is empty. Returns what is wrong with it. */
export function applyCode(tx: Tx, session: CheckoutSession, code: string): string | null {
  const plan = mustGet(tx, 'session_plans', session.id)
  const redeemed = code === '' ? null : redeemCode(tx, session, code)
  if (typeof redeemed === 'string') return redeemed
  update(tx, 'session_plans', plan, { promotionCode: redeemed?.promotionCode.id ?? null })
  return null
}

export function sessionTerms(tx: Tx, session: CheckoutSession, plan: SessionPlan, buyer: Buyer): AmountTerms {
  const coupon = plan.promotionCode && couponOf(tx, plan.promotionCode)
  return {
    taxPercent: session.automatic_tax.enabled ? taxPercentOf(buyer.country, buyer.taxId !== '') : null,
    discount: coupon ? { id: null, percentOff: coupon.percent_off, amountOff: coupon.amount_off } : null,
  }
}

export const couponOf = (tx: Pick<Tx, 'get'>, promotionCode: string): Coupon =>
  mustGet(tx, 'coupons', mustGet(tx, 'promotion_codes', promotionCode).promotion.coupon)

export const trialEndOf = (tx: Tx, { trialEnd, trialDays }: SessionPlan): number | null =>
  trialEnd ?? (trialDays ? tx.now + trialDays * 86_400 : null)

/** The amounts of a session as they are for this buyer. Before the country is known there is no tax. */
export function priceSession(
  tx: Tx,
  session: CheckoutSession,
  plan: SessionPlan,
  buyer: Buyer | null,
): { session: CheckoutSession; plan: SessionPlan } {
  const terms = buyer
    ? sessionTerms(tx, session, plan, buyer)
    : { ...sessionTerms(tx, session, plan, { country: null, taxId: '' }), taxPercent: noTerms.taxPercent }
  const hasTrial = plan.trialEnd !== null || plan.trialDays !== null
  const amounts = lineAmounts(
    plan.lineItems.map(({ amount_subtotal, price }) => ({
      amount: amount_subtotal,
      isInclusive: price.tax_behavior === 'inclusive',
      isDiscountable: true,
    })),
    terms,
  )
  const lineItems = plan.lineItems.map((item, index) => {
    const { discount, tax, total } = amounts[index] ?? { discount: 0, tax: 0, total: item.amount_subtotal }
    return { ...item, amount_discount: discount, amount_tax: tax, amount_total: total }
  })
  const due = amounts.filter((_, index) => !(hasTrial && lineItems[index]?.price.recurring))
  return {
    plan: update(tx, 'session_plans', plan, { lineItems }),
    session: update(tx, 'sessions', session, {
      amount_total: sumOf(due, 'total'),
      total_details: {
        amount_discount: sumOf(due, 'discount'),
        amount_shipping: 0,
        amount_tax: sumOf(due, 'tax'),
      },
      automatic_tax: {
        ...session.automatic_tax,
        ...(session.automatic_tax.enabled && { status: buyer ? 'complete' : 'requires_location_inputs' }),
      },
      discounts: plan.promotionCode ? [{ coupon: null, promotion_code: plan.promotionCode }] : [],
    }),
  }
}
