/** Trouble for the next calls of the API, set by tests. */
export interface ApiFault {
  /** Respond with this status; without it the call is only slow, or its response garbage. */
  status?: number | undefined
  /** How many calls are hit. */
  count: number
  delayMs: number
  /** Respond with something that is not JSON. */
  garbage: boolean
  /** Close the connection instead of answering. */
  hangUp: boolean
  /** `after`: the call is carried out and its response lost, which is what idempotency keys are for. */
  when: 'before' | 'after'
  /** The failure is the response to the call's idempotency key from now on, as at Stripe when it failed half-way. */
  saved: boolean
  /** Hit only calls of this method, or whose path begins so. */
  method?: string | undefined
  path?: string | undefined
}

export type ApiFaults = ReturnType<typeof createApiFaults>

export function createApiFaults() {
  let faults: ApiFault[] = []
  return {
    add: (fault: ApiFault) => void faults.push({ ...fault }),
    clear() {
      faults = []
    },
    /** The trouble for this call, which is thereby used up. */
    take(method: string, path: string): ApiFault | undefined {
      const hit = faults.find(
        (fault) => (!fault.method || fault.method === method) && (!fault.path || path.startsWith(fault.path)),
      )
      if (!hit) return undefined
      hit.count -= 1
      faults = faults.filter((fault) => fault.count > 0)
      return hit
    },
  }
}
