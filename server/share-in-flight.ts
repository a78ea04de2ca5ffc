/** Calls with the same key, all arguments unless `keyOf` says otherwise, share one result while it is under way: a burst costs what one call costs. */
export function shareInFlight<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  keyOf: (...args: Args) => string = (...args) => args.join(' '),
): (...args: Args) => Promise<Result> {
  const inFlight = new Map<string, Promise<Result>>()
  return (...args) => {
    const key = keyOf(...args)
    const shared = inFlight.get(key)
    if (shared) return shared
    const result = work(...args).finally(() => inFlight.delete(key))
    inFlight.set(key, result)
    return result
  }
}
