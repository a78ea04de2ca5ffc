import { billingLine } from '../../core/billing/billing-line.ts'
import type { SignedIn } from '../../core/viewer.ts'
import { BillingText } from './billing-text.tsx'
import { PortalButton } from './portal-button.tsx'
import type { PortalStore } from './redirect-store.ts'

interface PaymentNoticeProps {
  viewer: SignedIn
  monthlyName: string
  portal: PortalStore
}

/** Stands where the banner would be, and fits its place, so that nothing moves. */
export const PaymentNotice = ({ viewer, monthlyName, portal }: PaymentNoticeProps) => (
  <div className="payment-notice">
    <p>
      <BillingText line={billingLine(viewer.plan, viewer.subscription, monthlyName)} />
    </p>
    <PortalButton store={portal} intent="card" />
  </div>
)
