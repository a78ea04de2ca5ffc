import type { PaidPlanId } from '../../core/plans/plan.ts'
import type { PlanAction } from '../../core/plans/plan-action.ts'
import { RedirectButton, type Redirecting } from '../ui/redirect-button.tsx'

export interface PlanActionButtonProps {
  action: PlanAction
  /** Before a link is followed. */
  onLeave?: () => void
  checkout: Redirecting<PaidPlanId>
}

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
      return <RedirectButton text={action.text} intent={action.plan} store={checkout} />
  }
}
