export type EmulatorClock = ReturnType<typeof createClock>

/** The real clock plus an offset that only grows: trials end and renewals come when it is moved. */
export function createClock(realMs: () => number = Date.now) {
  let offset = 0
  return {
    /** Seconds since 1970, moved. */
    now: () => Math.floor(realMs() / 1000) + offset,
    /** Milliseconds since 1970, not moved: for signatures, retries and the age of idempotency keys. */
    realMs,
    offsetSeconds: () => offset,
    setOffset(seconds: number) {
      offset = seconds
    },
  }
}
