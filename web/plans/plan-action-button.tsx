import { useRef } from 'react'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import type { PlanAction } from '../../core/plans/plan-action.ts'
import { useFocusBack } from '../ui/use-focus-back.ts'

export interface PlanActionButtonProps {
  action: PlanAction
  /** The plan whose checkout is running, if any: one at a time. */
  redirecting: PaidPlanId | null
  onCheckout: (plan: PaidPlanId) => void
}

/** What stands in a card's fixed-height action slot. */
export function PlanActionButton({ action, redirecting, onCheckout }: PlanActionButtonProps) {
  switch (action.kind) {
    case 'placeholder':
      return <span className="button placeholder" aria-hidden="true" />
    case 'none':
      return null
    case 'link':
      return (
        <a className="button" href={action.href}>
          {action.text}
        </a>
      )
    case 'current':
      return (
        <button type="button" className="button" disabled>
          {action.text}
        </button>
      )
    case 'checkout':
      return <CheckoutButton {...action} redirecting={redirecting} onCheckout={onCheckout} />
  }
}

function CheckoutButton({
  text,
  plan,
  redirecting,
  onCheckout,
}: Omit<PlanActionButtonProps, 'action'> & { text: string; plan: PaidPlanId }) {
  const ref = useRef<HTMLButtonElement>(null)
  const running = redirecting === plan
  useFocusBack(ref, running)
  return (
    <button
      ref={ref}
      type="button"
      className="button"
      disabled={redirecting !== null}
      onClick={() => onCheckout(plan)}
    >
      {running ? 'Redirecting...' : text}
    </button>
  )
}
