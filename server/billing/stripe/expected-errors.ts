import Stripe from 'stripe'

export const isRefused = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError

export const isForbidden = (error: unknown) => error instanceof Stripe.errors.StripePermissionError

export const isExpiryRefused = (error: unknown): boolean => isRefused(error) && error.param === 'expires_at'

export const isMissing = (error: unknown) => isRefused(error) && error.code === 'resource_missing'

export const isNothingUpcoming = (error: unknown): boolean =>
  isRefused(error) && error.code === 'invoice_upcoming_none'

/** An earlier call with it hangs, had other parameters, or was refused or failed: Stripe repeats that response for a day. */
export const isKeySpent = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeError &&
    (error.code === 'idempotency_key_in_use' || (error.statusCode ?? 0) >= 500 || isReplayed(error)))

/** The response of an earlier call with the same idempotency key (Stripe's documentation of errors, "Sending idempotency keys"). */
export const isReplayed = ({ headers }: { headers?: Record<string, string | undefined> }): boolean =>
  headers?.['idempotent-replayed'] === 'true'

/**
 * Only what Stripe says it has saved. After any other failure, and while an earlier call is under way, the same key leads to
 * the customer that may have been made; another one would make a second.
 */
export const isSavedFailure = (error: unknown): boolean =>
  isKeySpent(error) &&
  error instanceof Stripe.errors.StripeError &&
  error.code !== 'idempotency_key_in_use' &&
  (error.statusCode === 400 || isReplayed(error))

/** A customer made with another key (test and live mixed up) holds nothing that counts with this one. */
export const nothingWhenUnknown = (error: unknown): [] => {
  if (isMissing(error)) return []
  throw error
}

export const nullWhen = (isExpected: (error: unknown) => boolean) => (error: unknown) => {
  if (isExpected(error)) return null
  throw error
}

export const nullWhenMissing = nullWhen((error) => isRefused(error) && error.statusCode === 404)
