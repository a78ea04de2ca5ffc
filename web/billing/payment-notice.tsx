import { billingLine } from '../../core/billing/billing-line.ts'
import type { PlanId } from '../../core/plans/plan.ts'
import type { SignedIn } from '../../core/viewer.ts'
import { BillingText } from './billing-text.tsx'
import { PortalButton } from './portal-button.tsx'
import type { PortalStore } from './redirect-store.ts'

interface PaymentNoticeProps {
  viewer: SignedIn
  names: Record<PlanId, string>
  portal: PortalStore
}

/** Stands where the banner would be, and fits its place, so that nothing moves. */
export const PaymentNotice = ({ viewer, names, portal }: PaymentNoticeProps) => (
  <div className="payment-notice">
    <p>
      <BillingText line={billingLine(viewer.plan, viewer.subscription, names)} />
    </p>
    <PortalButton store={portal} intent="card" />
  </div>
)
