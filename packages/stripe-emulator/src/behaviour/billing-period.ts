import type { Interval } from '../objects/catalogue.ts'

const daySeconds = 86_400

/** `count` intervals after `start`; the 31st becomes the last day of a shorter month, as at Stripe. */
export function addIntervals(start: number, interval: Interval, count: number): number {
  if (interval === 'day') return start + count * daySeconds
  if (interval === 'week') return start + count * 7 * daySeconds
  const months = interval === 'year' ? count * 12 : count
  const date = new Date(start * 1000)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) / 1000
  return midnight + (start % daySeconds)
}

/** The first end of a period after `after`, counted from the anchor so that months keep their day. */
export function periodEndAfter(
  anchor: number,
  recurring: { interval: Interval; interval_count: number },
  after: number,
): number {
  let periods = 1
  let end = addIntervals(anchor, recurring.interval, recurring.interval_count)
  while (end <= after) {
    periods += 1
    end = addIntervals(anchor, recurring.interval, recurring.interval_count * periods)
  }
  return end
}
