import type { ReactNode } from 'react'
import type { UrgencyVariant } from '../../core/plans/catalogue.ts'
import { percentClaimed } from '../../core/urgency/seats.ts'
import { ClockIcon, TrendingUpIcon } from '../ui/icons.tsx'

interface UrgencyBannerProps {
  variant: UrgencyVariant
  /** The seats at the start. */
  base: number
  remaining: number
  text: string
  children?: ReactNode
}

/** Rules U4, U5, wherever the number and the text come from. */
export function UrgencyBanner({ variant, base, remaining, text, children }: UrgencyBannerProps) {
  const percent = percentClaimed(base, remaining)
  return (
    <div className="urgency-banner" data-variant={variant}>
      <p className="urgency-text">
        {variant === 'demand' ? <TrendingUpIcon /> : <ClockIcon />}
        <strong>
          <a href="#plan-lifetime">{text}</a>
        </strong>
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
