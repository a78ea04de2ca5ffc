import { randomBytes } from 'node:crypto'

/** As an operator makes them: those that stand in a test are refused in production. */
export const makeSecret = (): string => randomBytes(32).toString('base64')

/** As Stripe makes those of webhook endpoints. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(16).toString('hex')}`
