import { type ReactNode, useEffect } from 'react'
import { isPaymentFailed } from '../../../core/billing/own-subscription.ts'
import * as messages from '../../../core/messages/messages.ts'
import { pagePath } from '../../../core/messages/page-path.ts'
import type { PlanNoteFacts } from '../../../core/plan-note.ts'
import { textIn } from '../../../core/plans/currency-texts.ts'
import { isPaidPlan } from '../../../core/plans/plan.ts'
import type { ToastTimeline } from '../../../core/proof/toast-timeline.ts'
import { createStore } from '../../../core/store.ts'
import type { LiveUrgency } from '../../../core/urgency/contract.ts'
import { seesUrgency } from '../../../core/urgency/urgency-visibility.ts'
import { signedOut, type Viewer } from '../../../core/viewer.ts'
import { Analytics } from '../../analytics/analytics.tsx'
import { CheckoutErrorToast } from '../../billing/checkout-error-toast.tsx'
import { CheckoutWait } from '../../billing/checkout-wait.tsx'
import { PaymentNotice } from '../../billing/payment-notice.tsx'
import { PendingNotice } from '../../billing/pending-notice.tsx'
import { PlanCard } from '../../plans/plan-card.tsx'
import { PurchaseToast } from '../../proof/purchase-toast.tsx'
import { ServerDrawn } from '../../ui/server-drawn.tsx'
import { useHydrated, useStore } from '../../ui/use-store.ts'
import { LiveBanner } from '../../urgency/live-banner.tsx'
import { Urgency } from '../../urgency/urgency.tsx'
import { PageFrame } from '../page-frame.tsx'
import type { PricingPageData, PricingScriptData } from './data.ts'
import type { PricingStores } from './stores.ts'

interface PricingPageProps {
  data: PricingPageData | PricingScriptData
  stores: PricingStores
  /** When the page had loaded: the toasts are counted from there. */
  loadedAt: number
  /** What the operator says above and below the plans, and what is chosen for all of them; on the server only. */
  above?: ReactNode
  choices?: ReactNode
  below?: ReactNode
}

const noFigures = createStore<LiveUrgency | null>(null)

/** Watches what changes all of it. What changes a part is watched by that part, so that a click redraws a button. */
export function PricingPage({ data, stores, loadedAt, above, choices, below }: PricingPageProps) {
  const viewer = useStore(stores.viewer, signedOut)
  const figures = useStore(stores.live ?? noFigures, null)
  const facts: PlanNoteFacts = {
    names: data.names,
    unused: data.unused,
    isDealOver: figures?.isClosed === true,
    isEverySeatHeld: figures !== null && !figures.isClosed && figures.remaining < 1,
  }

  return (
    <PageFrame site={data} viewer={viewer}>
      <ServerDrawn>{above}</ServerDrawn>
      <div className="notice-slot">
        <Notice data={data} stores={stores} viewer={viewer} figures={figures} />
      </div>
      <ServerDrawn>{choices}</ServerDrawn>
      <div className="plan-cards">
        {data.plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan.id === 'lifetime' && figures ? { ...plan, price: figures.price } : plan}
            viewer={viewer}
            facts={facts}
            checkout={stores.checkout}
          />
        ))}
      </div>
      <ServerDrawn>{below}</ServerDrawn>
      <section className="toasts" data-position={data.toast.position} aria-label={messages.notifications}>
        <CheckoutErrorToast checkout={stores.checkout} portal={stores.portal} />
        <CheckoutWait checkout={stores.checkout} />
        <Purchases data={data} timeline={stores.toasts} viewer={viewer} loadedAt={loadedAt} />
      </section>
      <Analytics settings={data.analytics} />
    </PageFrame>
  )
}

/** One at a time in a place of fixed height: a failed payment, money on its way, the plan one is on, or the banner. */
function Notice({ data, stores, viewer, figures }: NoticeProps) {
  const hydrated = useHydrated()
  const { names, urgency } = data
  const currency = useStore(stores.currency, '')
  if (viewer.status === 'signed-in' && isPaymentFailed(viewer.subscription))
    return (
      <PaymentNotice
        plan={viewer.plan}
        subscription={viewer.subscription}
        names={names}
        portal={stores.portal}
      />
    )
  if (viewer.status === 'signed-in' && viewer.pending)
    return <PendingNotice pending={viewer.pending} planName={names[viewer.pending.plan]} />
  if (viewer.status === 'signed-in' && isPaidPlan(viewer.plan)) return <PaidNote name={names[viewer.plan]} />
  if (!hydrated || !seesUrgency(viewer)) return null
  return urgency.source === 'live' ? (
    <LiveBanner urgency={figures} plan={names.lifetime} currency={currency} />
  ) : (
    <Urgency viewer={viewer} clock={stores.clock} {...urgency} price={textIn(urgency.price, currency)} />
  )
}

interface NoticeProps extends Pick<PricingPageProps, 'data' | 'stores'> {
  viewer: Viewer
  figures: LiveUrgency | null
}

/** The toasts run for whoever sees the banner. */
function Purchases({ data, timeline, viewer, loadedAt }: PurchasesProps) {
  const runs = useHydrated() && seesUrgency(viewer)
  useEffect(() => {
    if (!runs) return
    timeline.start(loadedAt)
    return timeline.stop
  }, [runs, timeline, loadedAt])
  return <PurchaseToast timeline={timeline} planNames={data.names} />
}

interface PurchasesProps extends Pick<PricingPageProps, 'data' | 'loadedAt'> {
  timeline: ToastTimeline
  viewer: Viewer
}

/** Stands where the banner would be, so that nothing moves once the plan is known. */
const PaidNote = ({ name }: { name: string }) => (
  <p className="paid-note">
    {messages.youAreOn({ plan: name })} <a href={pagePath('/account')}>{messages.manageInAccount}</a>
  </p>
)
