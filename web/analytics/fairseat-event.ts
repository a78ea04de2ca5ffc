import type { PaidPlanId, PlanId } from '../../core/plans/plan.ts'
import type { Store } from '../../core/store.ts'

/** Nothing in it is about a person. */
export type FairseatEvent =
  | { name: 'plan-clicked'; plan: PlanId }
  | { name: 'checkout-started' | 'purchase-completed'; plan: PaidPlanId }
  /** `status`: of the response, if there was one. */
  | { name: 'checkout-refused'; plan: PaidPlanId; status?: number }

export const fairseatEventType = 'fairseat:event'

/** In the HTML as long as the analytics tool is still to be loaded (server/pages/document.ts). */
export const analyticsTemplate = () => document.querySelector<HTMLTemplateElement>('#analytics')

const held: FairseatEvent[] = []

/** For whatever listens on the document: the analytics tool, which must be there to hear it, or the operator's own script. */
function emitEvent(event: FairseatEvent): void {
  if (analyticsTemplate()) held.push(event)
  else dispatch(event)
}

/** The tool is there, or will not come. */
export function releaseEvents(): void {
  analyticsTemplate()?.remove()
  held.splice(0).forEach(dispatch)
}

const dispatch = (detail: FairseatEvent) =>
  void document.dispatchEvent(new CustomEvent(fairseatEventType, { detail }))

/** Heard ahead of what the click does. */
export function emitPlanClicks(root: HTMLElement): void {
  const onClick = ({ target }: Event) => {
    const action = target instanceof Element ? target.closest('.plan-action :is(a, button)') : null
    const plan = action?.closest<HTMLElement>('[data-plan]')?.dataset.plan
    if (plan) emitEvent({ name: 'plan-clicked', plan: plan as PlanId })
  }
  root.addEventListener('click', onClick, { capture: true })
}

interface CheckoutState {
  redirecting: PaidPlanId | null
  error: string | null
  refusedWith?: number
}

export function emitCheckoutEvents(checkout: Store<CheckoutState>, emit = emitEvent): void {
  let running: PaidPlanId | null = null
  checkout.subscribe(() => {
    const { redirecting, error, refusedWith } = checkout.get()
    if (redirecting && !running) emit({ name: 'checkout-started', plan: redirecting })
    if (running && !redirecting && error)
      emit({ name: 'checkout-refused', plan: running, ...(refusedWith && { status: refusedWith }) })
    running = redirecting
  })
}

const reportedKey = 'fairseat_reported_purchase'

/** Once for each Checkout Session, also when the page is reloaded. */
export function createPurchaseEvent(checkoutSessionId: string | null, emit = emitEvent) {
  let reported = checkoutSessionId === null || readReported() === checkoutSessionId
  return (plan: PaidPlanId): void => {
    if (reported) return
    reported = true
    try {
      localStorage.setItem(reportedKey, checkoutSessionId ?? '')
    } catch {}
    emit({ name: 'purchase-completed', plan })
  }
}

function readReported(): string | null {
  try {
    return localStorage.getItem(reportedKey)
  } catch {
    return null
  }
}
