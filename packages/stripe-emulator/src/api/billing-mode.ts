import { z } from 'zod'
import type { BillingMode } from '../objects/subscription.ts'

export const billingMode = z
  .strictObject({
    type: z.enum(['classic', 'flexible']).optional(),
    flexible: z.strictObject({ proration_discounts: z.enum(['included', 'itemized']).optional() }).optional(),
  })
  .optional()

/** docs.stripe.com/changelog/clover/2025-09-30/billing-mode-default-flexible: from this version on. */
const flexibleSince = '2025-09-30'

export function billingModeOf(wished: z.output<typeof billingMode>, version: string): BillingMode {
  return wished?.type ?? (version >= flexibleSince ? 'flexible' : 'classic')
}
