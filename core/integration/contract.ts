import { z } from 'zod'
import { paidPlanIds } from '../plans/plan.ts'
import { CustomerState } from './customer-state.ts'

// The API for the operator's own server, and what is sent to it.

export const apiBase = '/api/v1'

/** PostgreSQL stores no NUL. */
const text = z.string().regex(/^[^\0]*$/)
const latestDate = Date.UTC(9999, 0)

/** The id that a user has in the operator's product. */
export const ExternalId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x21-\x7e]+$/, 'expected printable characters without spaces')

export const CustomerUpdate = z.strictObject({
  email: z.string().max(254),
  name: text.max(100).optional(),
  emailVerified: z
    .boolean()
    .default(false)
    .describe('Whether your product has verified the address. Only then an account that has it is linked.'),
})

/** A path on this site; `/pricing` when absent. */
export const SignInLinkRequest = z.strictObject({ next: z.string().max(2_000).optional() })
export const SignInLink = z.strictObject({ url: z.url(), expiresAt: z.iso.datetime() })
export type SignInLink = z.infer<typeof SignInLink>

export const GrantRequest = z.strictObject({
  plan: z.enum(paidPlanIds),
  until: z.iso
    .datetime({ offset: true })
    .refine((until) => Date.parse(until) < latestDate)
    .optional()
    .describe('For good when absent.'),
  reason: text.trim().min(1).max(500),
})
export const Grant = z.strictObject({
  id: z.string(),
  plan: z.enum(paidPlanIds),
  until: z.iso.datetime().nullable(),
  reason: z.string(),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  renewingPlan: z
    .enum(paidPlanIds)
    .exclude(['lifetime'])
    .nullable()
    .describe(
      'The subscription that goes on beside the grant: it renews, and is charged, until it is cancelled.',
    ),
})
export type Grant = z.infer<typeof Grant>
export const GrantList = z.strictObject({ grants: z.array(Grant) })
export type GrantList = z.infer<typeof GrantList>

/** The body of a webhook (Standard Webhooks). After `customer.deleted` the customer is gone, and `data` is free. */
export const WebhookEvent = z.strictObject({
  type: z.enum(['customer.state_changed', 'customer.deleted']),
  timestamp: z.iso.datetime(),
  data: CustomerState,
})
export type WebhookEvent = z.infer<typeof WebhookEvent>
