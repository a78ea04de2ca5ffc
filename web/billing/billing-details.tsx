import { billingLine, isPaymentFailed, type OwnSubscription } from '../../core/billing/billing-line.ts'
import type { PlanId } from '../../core/plans/plan.ts'
import { useStore } from '../ui/use-store.ts'
import { BillingDate } from './billing-date.tsx'
import { PortalButton } from './portal-button.tsx'
import { idle, type PortalStore } from './redirect-store.ts'

interface BillingDetailsProps {
  /** Null while loading: its place is kept. */
  billed: { plan: PlanId | null; subscription?: OwnSubscription } | null
  planNames: Record<PlanId, string>
  portal: PortalStore
}

/** Two lines and a row of buttons, whatever the state: they fill exactly the place that is kept while loading. */
export function BillingDetails({ billed, planNames, portal }: BillingDetailsProps) {
  const { error } = useStore(portal, idle)
  return (
    <>
      <div className="billing">
        {billed && <BillingLines billed={billed} planNames={planNames} portal={portal} />}
      </div>
      <p role="alert">{error}</p>
    </>
  )
}

function BillingLines({
  billed: { plan, subscription },
  planNames,
  portal,
}: BillingDetailsProps & { billed: NonNullable<BillingDetailsProps['billed']> }) {
  const line = billingLine(plan, subscription, planNames.monthly)
  const failed = isPaymentFailed(plan, subscription)
  return (
    <>
      {failed ? (
        <p className="billing-problem">{line.text}</p>
      ) : (
        <p>
          <strong>{plan ? planNames[plan] : 'Not known'}</strong>
          <br />
          <span {...(line.isProblem && { className: 'billing-problem' })}>
            {line.text} {line.date && <BillingDate at={line.date} />}
          </span>
        </p>
      )}
      <div className="billing-actions">
        {failed && <PortalButton store={portal} intent="card" />}
        {subscription ? (
          <PortalButton store={portal} intent="manage" />
        ) : (
          <a className="button" href="/pricing">
            See the plans
          </a>
        )}
      </div>
    </>
  )
}
