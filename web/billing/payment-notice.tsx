import { failedPaymentLine } from '../../core/billing/failed-payment-line.ts'
import type { OwnSubscription } from '../../core/billing/own-subscription.ts'
import type { PlanId } from '../../core/plans/plan.ts'
import { BillingText } from './billing-text.tsx'
import { PortalButton } from './portal-button.tsx'
import type { PortalStore } from './redirect-store.ts'

interface PaymentNoticeProps {
  plan: PlanId | null
  subscription: OwnSubscription
  names: Record<PlanId, string>
  portal: PortalStore
}

/** Stands where the banner would be, and fits its place, so that nothing moves. */
export const PaymentNotice = ({ plan, subscription, names, portal }: PaymentNoticeProps) => (
  <div className="payment-notice">
    <p>
      <BillingText line={failedPaymentLine(plan, subscription, names)} />
    </p>
    <PortalButton store={portal} intent="card" />
  </div>
)
