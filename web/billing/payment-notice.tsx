import { PortalButton } from './portal-button.tsx'
import type { PortalStore } from './redirect-store.ts'

/** Stands where the banner would be, and fits its place, so that nothing moves. */
export const PaymentNotice = ({ portal }: { portal: PortalStore }) => (
  <div className="payment-notice">
    <p>Your last payment failed.</p>
    <PortalButton store={portal} intent="card" />
  </div>
)
