/** Calls with the same key while one is under way share its result: a burst costs what one call costs. */
export function shareInFlight<Args extends unknown[], Result>(
  keyOf: (...args: Args) => string,
  work: (...args: Args) => Promise<Result>,
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
