import type { PendingPayment } from '../../core/billing/contract.ts'
import { pendingAdvice, pendingText } from '../../core/billing/pending-payment.ts'
import { DatedLine } from './dated-line.tsx'

/** Money that is on its way: how much, for what, since when, and how long it takes. */
export const PendingNotice = ({ pending, planName }: { pending: PendingPayment; planName: string }) => (
  <p className="pending-notice">
    <strong>
      <DatedLine line={pendingText(pending, planName)} />
    </strong>{' '}
    {pendingAdvice(pending, planName)}
  </p>
)
