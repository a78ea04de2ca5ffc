import type { ReactNode } from 'react'
import * as messages from '../../core/messages/messages.ts'
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
        aria-label={messages.seatsClaimed}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={messages.percentClaimed({ percent })}
      >
        <div style={{ width: `${percent}%` }} />
      </div>
      <p className="urgency-figures">
        <span>{messages.startedSeats({ base })}</span>
        {children}
        <span className="urgency-remaining">
          <TrendingUpIcon />
          <span>{messages.remainingClaimed({ remaining, percent })}</span>
        </span>
      </p>
    </div>
  )
}
