import { howWeCountPath, type LiveUrgency } from '../../core/urgency/contract.ts'
import { UrgencyBanner } from './urgency-banner.tsx'

/** Rules L1, L3, L5: what the figures bear out, and nothing without them. */
export function LiveBanner({ urgency }: { urgency: LiveUrgency | null }) {
  if (!urgency?.variant) return null
  const { variant, cap, remaining, price } = urgency
  return (
    <UrgencyBanner variant={variant} base={cap} remaining={remaining} price={price}>
      <a className="urgency-source" href={howWeCountPath}>
        How we count
      </a>
    </UrgencyBanner>
  )
}
