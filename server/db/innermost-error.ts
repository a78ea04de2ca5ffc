/** Drizzle wraps the driver's error, and Node wraps one failed attempt per address of the host. */
export function innermostError(error: unknown): { code: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return innermostError(error.errors[0])
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  if (error.cause instanceof Error) return innermostError(error.cause)
  return { code: 'code' in error ? String(error.code) : '', message: error.message }
}
