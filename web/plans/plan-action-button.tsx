import { useRef } from 'react'
import * as messages from '../../core/messages/messages.ts'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import type { PlanAction } from '../../core/plans/plan-action.ts'
import type { Store } from '../../core/store.ts'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { useStore } from '../ui/use-store.ts'

export interface PlanActionButtonProps {
  action: PlanAction
  /** Before a link is followed. */
  onLeave?: () => void
  checkout: Checkout
}

/** `redirecting` is the plan whose checkout is running, if any: one at a time. */
interface Checkout extends Store<{ redirecting: PaidPlanId | null }> {
  start(plan: PaidPlanId): void
}

const idle = { redirecting: null }

/** What stands in a card's fixed-height action slot. */
export function PlanActionButton({ action, onLeave, checkout }: PlanActionButtonProps) {
  switch (action.kind) {
    case 'placeholder':
      return <span className="button placeholder" aria-hidden="true" />
    case 'none':
      return null
    case 'link':
      return (
        <a className="button" href={action.href} onClick={onLeave}>
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
      return <CheckoutButton text={action.text} plan={action.plan} checkout={checkout} />
  }
}

function CheckoutButton({ text, plan, checkout }: { text: string; plan: PaidPlanId; checkout: Checkout }) {
  const ref = useRef<HTMLButtonElement>(null)
  const { redirecting } = useStore(checkout, idle)
  const running = redirecting === plan
  useFocusBack(ref, running)
  return (
    <button
      ref={ref}
      type="button"
      className="button"
      disabled={redirecting !== null}
      onClick={() => checkout.start(plan)}
    >
      {running ? messages.redirecting : text}
    </button>
  )
}
