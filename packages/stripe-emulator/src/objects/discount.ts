import type { Metadata } from './common.ts'
import { newId } from './new-id.ts'

export type Coupon = ReturnType<typeof newCoupon>

export function newCoupon(
  now: number,
  input: {
    id?: string | undefined
    name?: string | undefined
    amount_off?: number | undefined
    percent_off?: number | undefined
    currency?: string | undefined
    duration: 'forever' | 'once' | 'repeating'
    duration_in_months?: number | undefined
    metadata: Metadata
  },
) {
  return {
    id: input.id ?? newId('coupon', 8).slice('coupon_'.length),
    object: 'coupon' as const,
    amount_off: input.amount_off ?? null,
    created: now,
    currency: input.currency?.toLowerCase() ?? null,
    duration: input.duration,
    duration_in_months: input.duration_in_months ?? null,
    livemode: false,
    max_redemptions: null,
    metadata: input.metadata,
    name: input.name ?? null,
    percent_off: input.percent_off ?? null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  }
}

export type PromotionCode = ReturnType<typeof newPromotionCode>

export function newPromotionCode(
  now: number,
  input: {
    coupon: string
    code?: string | undefined
    active?: boolean | undefined
    expires_at?: number | undefined
    max_redemptions?: number | undefined
    metadata: Metadata
  },
) {
  return {
    id: newId('promo'),
    object: 'promotion_code' as const,
    active: input.active ?? true,
    code: input.code ?? newId('', 8).slice(1).toUpperCase(),
    created: now,
    customer: null,
    customer_account: null,
    expires_at: input.expires_at ?? null,
    livemode: false,
    max_redemptions: input.max_redemptions ?? null,
    metadata: input.metadata,
    promotion: { coupon: input.coupon, type: 'coupon' as const },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  }
}

export type Discount = ReturnType<typeof newDiscount>

export function newDiscount(
  now: number,
  input: {
    coupon: string
    promotionCode: string
    checkoutSession: string
    customer: string
    subscription: string | null
    end: number | null
  },
) {
  return {
    id: newId('di'),
    object: 'discount' as const,
    checkout_session: input.checkoutSession,
    customer: input.customer,
    customer_account: null,
    end: input.end,
    invoice: null,
    invoice_item: null,
    promotion_code: input.promotionCode,
    source: { coupon: input.coupon, type: 'coupon' as const },
    start: now,
    subscription: input.subscription,
    subscription_item: null,
  }
}
