import { AppError } from '../errors.ts'

interface BucketOptions {
  perSecond: number
  burst: number
  /** Milliseconds that never go back. */
  now?: () => number
}

/** A limit for each subject, counted in this process alone: it costs no query. For subjects of a bounded number. */
export function createTokenBuckets({ perSecond, burst, now = () => performance.now() }: BucketOptions) {
  const buckets = new Map<string, { tokens: number; filledAt: number }>()
  return (subject: string): void => {
    const at = now()
    const bucket = buckets.get(subject) ?? { tokens: burst, filledAt: at }
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.filledAt) / 1_000) * perSecond)
    bucket.filledAt = at
    buckets.set(subject, bucket)
    if (bucket.tokens < 1) throw new AppError('too-many', { retryAfterSeconds: Math.ceil(1 / perSecond) })
    bucket.tokens -= 1
  }
}
