import { useEffect, useMemo } from 'react'
import type { Clock } from '../../core/clock.ts'
import type { UrgencyVariant } from '../../core/plans/catalogue.ts'
import { bannerText } from '../../core/urgency/banner-text.ts'
import { createSeatClock } from '../../core/urgency/seat-clock.ts'
import { percentClaimed } from '../../core/urgency/seats.ts'
import { ClockIcon, TrendingUpIcon } from '../ui/icons.tsx'
import { useStore } from '../ui/use-store.ts'

export interface UrgencyBannerProps {
  /** The lifetime price as shown. */
  price: string
  clock: Clock
  variant?: UrgencyVariant
  base?: number
  seatsPerHour?: number
  min?: number
  originAt?: number
  refreshMs?: number
}

export function UrgencyBanner({
  price,
  clock,
  variant = 'seats',
  base = 30,
  seatsPerHour = 1,
  min = 1,
  originAt = Date.UTC(2025, 5, 7),
  refreshMs = 60_000,
}: UrgencyBannerProps) {
  const seats = useMemo(
    () => createSeatClock({ base, seatsPerHour, min, originAt }, refreshMs, clock),
    [base, seatsPerHour, min, originAt, refreshMs, clock],
  )
  useEffect(() => {
    const onVisible = () => {
      if (!document.hidden) seats.refresh()
    }
    seats.start()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      seats.stop()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [seats])

  const remaining = useStore(seats, seats.get())
  const percent = percentClaimed(base, remaining)
  return (
    <div className="urgency-banner" data-variant={variant}>
      <p className="urgency-text">
        {variant === 'demand' ? <TrendingUpIcon /> : <ClockIcon />}
        <strong>{bannerText(variant, remaining, price)}</strong>
      </p>
      <div
        className="urgency-progress"
        role="progressbar"
        aria-label="Seats claimed"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}% claimed`}
      >
        <div style={{ width: `${percent}%` }} />
      </div>
      <p className="urgency-figures">
        <span>{`Started: ${base} seats`}</span>
        <span className="urgency-remaining">
          <TrendingUpIcon />
          <span>{`${remaining} remaining (${percent}% claimed)`}</span>
        </span>
      </p>
    </div>
  )
}
