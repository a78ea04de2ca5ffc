import type { ReactNode } from 'react'
import type { UrgencyVariant } from '../../core/plans/catalogue.ts'
import { bannerText } from '../../core/urgency/banner-text.ts'
import { percentClaimed } from '../../core/urgency/seats.ts'
import { ClockIcon, TrendingUpIcon } from '../ui/icons.tsx'

interface UrgencyBannerProps {
  variant: UrgencyVariant
  /** The seats at the start. */
  base: number
  remaining: number
  /** The lifetime price as shown. */
  price: string
  children?: ReactNode
}

/** Rules U1–U6, wherever the number comes from. */
export function UrgencyBanner({ variant, base, remaining, price, children }: UrgencyBannerProps) {
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
        {children}
        <span className="urgency-remaining">
          <TrendingUpIcon />
          <span>{`${remaining} remaining (${percent}% claimed)`}</span>
        </span>
      </p>
    </div>
  )
}
