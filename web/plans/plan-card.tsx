import { ownAmount, type PlanNoteFacts, planNote, seesOffer } from '../../core/plan-note.ts'
import { isPaidPlan } from '../../core/plans/plan.ts'
import { planAction } from '../../core/plans/plan-action.ts'
import type { PlanCardContent } from '../../core/plans/plan-card.ts'
import type { Viewer } from '../../core/viewer.ts'
import { CheckIcon } from '../ui/icons.tsx'
import { rememberChosenPlan } from './chosen-plan.ts'
import { InCurrency } from './in-currency.tsx'
import { PlanActionButton, type PlanActionButtonProps } from './plan-action-button.tsx'

interface PlanCardProps extends Omit<PlanActionButtonProps, 'action'> {
  plan: PlanCardContent
  viewer: Viewer
  facts: PlanNoteFacts
}

export function PlanCard({ plan, viewer, facts, checkout }: PlanCardProps) {
  const headingId = `plan-${plan.id}`
  return (
    <section className="plan-card" data-plan={plan.id} aria-labelledby={headingId}>
      <h2 id={headingId}>{plan.name}</h2>
      <p className="plan-description">{plan.description}</p>
      <p className="plan-price">
        <strong>{ownAmount(viewer, plan.id) ?? <InCurrency texts={plan.price} />}</strong>{' '}
        <span>{plan.period}</span>
        {plan.terms && <small>{plan.terms}</small>}
      </p>
      <div className="plan-action">
        <PlanActionButton
          action={planAction(viewer, plan.id, plan.button)}
          onLeave={() => isPaidPlan(plan.id) && rememberChosenPlan(plan.id)}
          checkout={checkout}
        />
      </div>
      <p className="plan-note">
        {planNote(viewer, plan.id, facts) ??
          (plan.offer && seesOffer(viewer, plan.id, facts.isDealOver) && <InCurrency texts={plan.offer} />)}
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>
            <CheckIcon />
            {feature}
          </li>
        ))}
      </ul>
    </section>
  )
}
