import { billingLine } from '../../core/billing/billing-line.ts'
import type { OwnBilling, PendingPayment } from '../../core/billing/contract.ts'
import { datedText, datePlace } from '../../core/billing/dated-text.ts'
import {
  billedPlan,
  isPaymentFailed,
  type OwnSubscription,
  subscribedPlan,
} from '../../core/billing/own-subscription.ts'
import { paymentHistory } from '../../core/billing/payment-history.ts'
import * as messages from '../../core/messages/messages.ts'
import { pagePath } from '../../core/messages/page-path.ts'
import { isSubscriptionPlan, type PaidPlanId, type PlanId } from '../../core/plans/plan.ts'
import { createStore } from '../../core/store.ts'
import { useStore } from '../ui/use-store.ts'
import { BillingText } from './billing-text.tsx'
import { DatedLine } from './dated-line.tsx'
import { type GuaranteeStore, loadingGuarantee } from './guarantee-store.ts'
import { PendingNotice } from './pending-notice.tsx'
import { PlanSwitchButton, PortalButton } from './portal-button.tsx'
import { type CheckoutStore, idle, type PortalStore, type RedirectState } from './redirect-store.ts'
import { Refusal } from './refusal.tsx'

/** What is known of somebody's plan and payments. */
interface Billed {
  plan: PlanId | null
  subscription?: OwnSubscription
  pending?: PendingPayment
  billing: OwnBilling
}

/** Then it is the next step. */
export const isUpgradeOffered = ({ plan, subscription }: Pick<Billed, 'plan' | 'subscription'>): boolean =>
  plan === 'free' && !subscription

/** Only what goes on can be changed: a failed payment or a cancellation is taken care of first. */
const isSwitchOffered = ({ plan, subscription }: Pick<Billed, 'plan' | 'subscription'>): boolean =>
  isSubscriptionPlan(plan) &&
  subscription !== undefined &&
  !subscription.cancelAtPeriodEnd &&
  ['active', 'trialing'].includes(subscription.status)

/** Its first payment has not failed: it is the one that is on its way. */
const hasYetToBegin = (subscription: OwnSubscription, pending: PendingPayment): boolean =>
  subscription.status === 'incomplete' && subscribedPlan(subscription) === pending.plan

interface BillingDetailsProps {
  /** Null while loading: its place is kept. */
  billed: Billed | null
  planNames: Record<PlanId, string>
  portal: PortalStore
  guarantee: GuaranteeStore
  /** With a yearly plan: where a subscriber changes to it and back. */
  planSwitch: CheckoutStore | null
}

const noSwitch = createStore<RedirectState<PaidPlanId>>(idle)

/** A few lines and a row of buttons: they fill the place that is kept while loading. */
export function BillingDetails({ billed, ...props }: BillingDetailsProps) {
  const portal = useStore(props.portal, idle)
  const guarantee = useStore(props.guarantee, loadingGuarantee)
  const planSwitch = useStore(props.planSwitch ?? noSwitch, idle)
  return (
    <>
      <div className="billing">
        {billed && (
          <>
            <BillingLines billed={billed} planNames={props.planNames} />
            <BillingActions billed={billed} portal={props.portal} planSwitch={props.planSwitch} />
          </>
        )}
      </div>
      {guarantee.status === 'offered' && (
        <p>
          <a href={pagePath('/refund')}>{messages.withdrawOffer}</a>
        </p>
      )}
      <p role="alert">
        <Refusal {...(portal.error === null ? planSwitch : portal)} next="/account" />
      </p>
    </>
  )
}

function BillingLines({ billed, planNames }: Pick<BillingDetailsProps, 'planNames'> & { billed: Billed }) {
  const { plan, subscription, pending, billing } = billed
  const line = billingLine(plan, subscription, planNames)
  const notice = pending && <PendingNotice pending={pending} planName={planNames[pending.plan]} />
  if (notice && (!subscription || hasYetToBegin(subscription, pending))) return notice
  if (isPaymentFailed(subscription))
    return (
      <p className="billing-problem">
        <BillingText line={line} />
      </p>
    )
  const history = paymentHistory(billing, planNames)
  const named = billedPlan(plan, subscription)
  return (
    <>
      <p>
        <strong>{named ? planNames[named] : messages.notKnown}</strong>
        <br />
        {history.map((event) => (
          <span key={event.before}>
            <DatedLine line={event} />{' '}
          </span>
        ))}
        {(history.length === 0 || subscription) && (
          <span {...(line.isProblem && { className: 'billing-problem' })}>
            <BillingText line={line} />
          </span>
        )}
        {subscription && billing.priceChange && (
          <>
            <br />
            <DatedLine line={priceChangeLine(billing.priceChange)} />
            {billing.priceChange.hasDiscount && (
              <>
                <br />
                {messages.discountNotIncluded}
              </>
            )}
          </>
        )}
      </p>
      {notice}
    </>
  )
}

function priceChangeLine({ amount, after, isTaxAdded }: NonNullable<OwnBilling['priceChange']>) {
  const price = isTaxAdded ? `${amount} ${messages.taxAdded}` : amount
  return datedText(messages.priceChangesAfter({ amount: price, date: datePlace }), after)
}

function BillingActions({
  billed,
  portal,
  planSwitch,
}: Pick<BillingDetailsProps, 'portal' | 'planSwitch'> & { billed: Billed }) {
  const { subscription, billing } = billed
  return (
    <div className="billing-actions">
      {isPaymentFailed(subscription) && <PortalButton store={portal} intent="card" />}
      {(billing.lifetime || billing.revoked) && (
        <a className="button" href="#documents">
          {messages.invoicesAndReceipts}
        </a>
      )}
      {subscription && <PortalButton store={portal} intent="manage" />}
      {planSwitch && isSwitchOffered(billed) && (
        <PlanSwitchButton store={planSwitch} plan={subscription?.isYearly ? 'monthly' : 'yearly'} />
      )}
      {isUpgradeOffered(billed) && (
        <a className="button button-primary" href={pagePath('/pricing')}>
          {messages.upgrade}
        </a>
      )}
    </div>
  )
}
