import { useEffect, useMemo } from 'react'
import type { Clock } from '../../core/clock.ts'
import type { UrgencyVariant } from '../../core/plans/catalogue.ts'
import { bannerText } from '../../core/urgency/banner-text.ts'
import { createSeatClock } from '../../core/urgency/seat-clock.ts'
import { useStore } from '../ui/use-store.ts'
import { UrgencyBanner } from './urgency-banner.tsx'

export interface SimulatedBannerProps {
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

export function SimulatedBanner({
  price,
  clock,
  variant = 'seats',
  base = 30,
  seatsPerHour = 1,
  min = 1,
  originAt = Date.UTC(2025, 5, 7),
  refreshMs = 60_000,
}: SimulatedBannerProps) {
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
  const text = bannerText(variant, remaining, price)
  return <UrgencyBanner variant={variant} base={base} remaining={remaining} text={text} />
}
