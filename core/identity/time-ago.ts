import * as messages from '../messages/messages.ts'

const units: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `5 minutes ago`; anything within the minute, or ahead of this clock, is `just now`. */
export function timeAgo(at: number, now: number): string {
  const unit = units.find(([, ms]) => now - at >= ms)
  if (!unit) return messages.justNow
  const [name, ms] = unit
  return new Intl.RelativeTimeFormat(messages.language).format(-Math.floor((now - at) / ms), name)
}
