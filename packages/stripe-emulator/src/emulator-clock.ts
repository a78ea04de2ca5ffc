/** The real clock plus an offset that only grows: trials end and renewals come when it is moved. */
export interface EmulatorClock {
  /** Seconds since 1970, moved. */
  now(): number
  /** Milliseconds since 1970, not moved: for signatures, retries and the age of idempotency keys. */
  realMs(): number
  offsetSeconds(): number
  setOffset(seconds: number): void
}

export function createClock(realMs: () => number = Date.now): EmulatorClock {
  let offset = 0
  return {
    now: () => Math.floor(realMs() / 1000) + offset,
    realMs,
    offsetSeconds: () => offset,
    setOffset(seconds) {
      offset = seconds
    },
  }
}
