import Stripe from 'stripe'
import { ConfigurationError } from '../configuration-error.ts'
import { AppError } from '../errors.ts'
import { explainInOneLine } from '../log.ts'

/** Visitors get a sentence of ours; the operator needs the one behind it. */
export function explain(error: unknown): unknown {
  const cause = error instanceof AppError ? (error.cause ?? error) : error
  if (cause instanceof AggregateError) return explainInOneLine(cause)
  const isPlain = [ConfigurationError, AppError, Stripe.errors.StripeError].some(
    (kind) => cause instanceof kind,
  )
  return isPlain ? (cause as Error).message : cause
}
