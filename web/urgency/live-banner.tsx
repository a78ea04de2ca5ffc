import * as messages from '../../core/messages/messages.ts'
import { pagePath } from '../../core/messages/page-path.ts'
import { textIn } from '../../core/plans/currency-texts.ts'
import { howWeCountPath, type LiveUrgency } from '../../core/urgency/contract.ts'
import { liveBannerText, noneFreeText } from '../../core/urgency/live-text.ts'
import { visitorLocale } from '../ui/visitor-locale.ts'
import { UrgencyBanner } from './urgency-banner.tsx'

interface LiveBannerProps {
  urgency: LiveUrgency | null
  /** The name of the lifetime plan. */
  plan: string
  /** What the page shows amounts in. */
  currency: string
}

/** Rules L1, L3, L5, L7: what the figures bear out, and nothing without them. */
export function LiveBanner({ urgency, plan, currency }: LiveBannerProps) {
  if (!urgency) return null
  const noneFree = noneFreeText(urgency, plan, currency)
  if (noneFree)
    return (
      <p className="sold-out" role="status">
        {noneFree} <VerifiedCount />
      </p>
    )
  const { variant, cap, remaining, closesAt } = urgency
  const price = textIn(urgency.price, currency)
  if (!variant) return null
  const text = liveBannerText(variant, { remaining, price, plan, until: closesAt && showMoment(closesAt) })
  return (
    <UrgencyBanner variant={variant} base={cap} remaining={remaining} text={text}>
      <VerifiedCount />
    </UrgencyBanner>
  )
}

const VerifiedCount = () => (
  <a className="urgency-source" href={pagePath(howWeCountPath)}>
    {messages.verifiedCount}
  </a>
)

/** Drawn in the browser only, which knows the visitor's time zone. */
const showMoment = (at: string): string =>
  new Date(at).toLocaleString(visitorLocale(), {
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
