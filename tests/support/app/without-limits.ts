import type { UseCounter } from '../../../server/http/rate-limit.ts'

/** Refuses nothing. */
export const withoutLimits: UseCounter = {
  count: async (uses) => uses.map(() => 1),
  uncount: async () => {},
}
