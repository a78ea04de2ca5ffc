export interface SeatRule {
  base: number
  seatsPerHour: number
  min: number
  /** Milliseconds since 1970. */
  originAt: number
}

const hourMs = 3_600_000

/** Rule S1: one seat fewer (or `seatsPerHour`) with every whole hour since the origin, never below `min`. */
export function seatsLeft(rule: SeatRule, now: number): number {
  const wholeHours = Math.max(0, Math.floor((now - rule.originAt) / hourMs))
  return Math.max(rule.min, rule.base - wholeHours * rule.seatsPerHour)
}

/** Rule S5. */
export function percentClaimed(base: number, remaining: number): number {
  return Math.min(100, Math.max(0, Math.round((100 * (base - remaining)) / base)))
}
