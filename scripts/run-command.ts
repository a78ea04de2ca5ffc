import Stripe from 'stripe'
import { ConfigurationError } from '../server/configuration-error.ts'
import { AppError } from '../server/http/app-error.ts'
import { explainInOneLine } from '../server/log.ts'

/** Runs an operator's command. What the operator can mend is said in a sentence, without a stack trace. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    process.exitCode = 1
    console.error(explain(error))
  }
}

/** Visitors get a sentence of ours; the operator needs the one behind it. */
export function explain(error: unknown): unknown {
  const cause = error instanceof AppError ? (error.cause ?? error) : error
  if (cause instanceof AggregateError) return explainInOneLine(cause)
  const isPlain = [ConfigurationError, AppError, Stripe.errors.StripeError].some(
    (kind) => cause instanceof kind,
  )
  return isPlain ? (cause as Error).message : cause
}
