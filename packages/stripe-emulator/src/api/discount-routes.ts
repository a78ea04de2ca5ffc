import { z } from 'zod'
import { update } from '../behaviour/tx.ts'
import { newCoupon, newPromotionCode } from '../objects/discount.ts'
import { currency } from './catalogue-routes.ts'
import { expand, flag, integer, mergeMetadata, metadata, text } from './params.ts'
import { find, listRoute, type Route, retrieveRoute, route } from './route.ts'
import { badParam, StripeError } from './stripe-error.ts'

const couponParams = z.strictObject({
  ...expand,
  amount_off: integer.optional(),
  currency: currency.optional(),
  duration: z.enum(['forever', 'once', 'repeating']).optional(),
  duration_in_months: integer.optional(),
  id: text.optional(),
  metadata,
  name: text.optional(),
  percent_off: z.coerce.number().gt(0).max(100).optional(),
})

const codeParams = z.strictObject({
  ...expand,
  active: flag.optional(),
  code: z
    .string()
    .regex(/^[A-Za-z0-9]{1,500}$/)
    .optional(),
  expires_at: integer.optional(),
  max_redemptions: integer.optional(),
  metadata,
  promotion: z.strictObject({ coupon: text, type: z.literal('coupon') }),
})

export const discountRoutes: Route[] = [
  route('POST', '/v1/coupons', couponParams, ({ tx, params }) => {
    if ((params.amount_off === undefined) === (params.percent_off === undefined))
      throw new StripeError(400, 'You must pass either `percent_off` or `amount_off`, and not both.')
    if (params.amount_off !== undefined && !params.currency)
      throw badParam('currency', 'You must pass currency when passing amount_off')
    const duration = params.duration ?? 'once'
    return tx.put(
      'coupons',
      newCoupon(tx.now, { ...params, duration, metadata: mergeMetadata({}, params.metadata) }),
    )
  }),
  retrieveRoute('/v1/coupons', 'coupons'),
  route('POST', '/v1/promotion_codes', codeParams, ({ tx, params }) => {
    const { coupon } = params.promotion
    find(tx, 'coupons', coupon, 'promotion[coupon]')
    return tx.put(
      'promotion_codes',
      newPromotionCode(tx.now, { ...params, coupon, metadata: mergeMetadata({}, params.metadata) }),
    )
  }),
  route(
    'POST',
    '/v1/promotion_codes/:id',
    z.strictObject({ ...expand, active: flag.optional(), metadata }),
    ({ tx, params, ids }) => {
      const code = find(tx, 'promotion_codes', ids[0])
      return update(tx, 'promotion_codes', code, {
        active: params.active ?? code.active,
        metadata: mergeMetadata(code.metadata, params.metadata),
      })
    },
  ),
  retrieveRoute('/v1/promotion_codes', 'promotion_codes'),
  listRoute('/v1/promotion_codes', 'promotion_codes', { active: flag, code: text }),
  route('GET', '/v1/tax/settings', z.strictObject(expand), () => taxSettings),
]

/** Stripe Tax is set up here (docs.stripe.com/api/tax/settings). */
const taxSettings = {
  object: 'tax.settings',
  defaults: { provider: 'stripe', tax_behavior: null, tax_code: 'txcd_10000000' },
  head_office: {
    address: { city: null, country: 'US', line1: null, line2: null, postal_code: null, state: null },
  },
  livemode: false,
  status: 'active',
  status_details: { active: {} },
}
