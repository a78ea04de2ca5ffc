import Stripe from 'stripe'
import { ConfigurationError } from '../../configuration-error.ts'
import { isInTransaction } from '../../db/transaction-context.ts'
import { AppError } from '../../errors.ts'
import { withTimeout } from '../../with-timeout.ts'
import { BudgetExceeded, remainingMs } from './call-budget.ts'

const busyRetrySeconds = 5

export async function callInTime<Result>(request: () => Promise<Result>, limitMs: number): Promise<Result> {
  // A connection to the database would be held for as long as Stripe takes.
  if (isInTransaction()) throw new Error('Stripe was called inside a database transaction.')
  const leftMs = remainingMs()
  if (leftMs <= 0) throw new AppError('payment-service-busy', { retryAfterSeconds: busyRetrySeconds })
  try {
    return await withTimeout(request(), Math.min(limitMs, leftMs))
  } catch (cause) {
    if (cause instanceof AppError || cause instanceof ConfigurationError) throw cause
    if (isBudgetExceeded(cause))
      throw new AppError('payment-service-busy', { cause, retryAfterSeconds: busyRetrySeconds })
    throw new AppError('payment-service-down', { cause })
  }
}

/** The SDK wraps what its HTTP client throws. */
const isBudgetExceeded = (error: unknown): boolean =>
  error instanceof BudgetExceeded ||
  (error instanceof Stripe.errors.StripeConnectionError && error.detail instanceof BudgetExceeded)

/** Each page is a call by itself: however many there are, each has the whole time, and none is read inside a transaction. */
export async function* readPages<Row extends { id: string }>(
  readPage: (page: Stripe.PaginationParams) => Promise<Stripe.ApiList<Row>>,
): AsyncGenerator<Row> {
  for (let last: string | undefined; ; ) {
    const { data, has_more } = await readPage({ limit: 100, ...(last && { starting_after: last }) })
    yield* data
    last = data.at(-1)?.id
    if (!has_more) return
  }
}

/** What changes rarely, read once in a while. A failure is not kept. */
export function cached<Value>(forMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | undefined
  return () => {
    if (kept && performance.now() < kept.until) return kept.value
    const value = read()
    kept = { value, until: performance.now() + forMs }
    value.catch(() => {
      kept = undefined
    })
    return value
  }
}
