import { ownAmount, type PlanNoteFacts, planNote, seesOffer } from '../../core/plan-note.ts'
import { isPaidPlan } from '../../core/plans/plan.ts'
import { planAction } from '../../core/plans/plan-action.ts'
import type { PlanCardContent } from '../../core/plans/plan-card.ts'
import type { Viewer } from '../../core/viewer.ts'
import { CheckIcon } from '../ui/icons.tsx'
import { leftAsDrawn } from '../ui/server-drawn.tsx'
import { rememberChosenPlan } from './chosen-plan.ts'
import { InCurrency } from './in-currency.tsx'
import { PlanActionButton, type PlanActionButtonProps } from './plan-action-button.tsx'

/** What never changes in the browser; only the server has it. */
type DrawnContent = Pick<PlanCardContent, 'name' | 'description' | 'period' | 'terms' | 'features'>

interface PlanCardProps extends Omit<PlanActionButtonProps, 'action'> {
  plan: Omit<PlanCardContent, keyof DrawnContent> & Partial<DrawnContent>
  viewer: Viewer
  facts: PlanNoteFacts
}

export function PlanCard({ plan, viewer, facts, checkout }: PlanCardProps) {
  const headingId = `plan-${plan.id}`
  return (
    <section className="plan-card" data-plan={plan.id} aria-labelledby={headingId}>
      <h2
        id={headingId}
        {...(globalThis.isBrowserBuild ? leftAsDrawn('.plan-card>h2') : { children: plan.name })}
      />
      <p
        className="plan-description"
        {...(globalThis.isBrowserBuild ? leftAsDrawn('.plan-description') : { children: plan.description })}
      />
      <p className="plan-price">
        <strong>{ownAmount(viewer, plan.id) ?? <InCurrency texts={plan.price} />}</strong>{' '}
        <span
          {...(globalThis.isBrowserBuild ? leftAsDrawn('.plan-price>span') : { children: drawTerms(plan) })}
        />
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
      <ul
        {...(globalThis.isBrowserBuild
          ? leftAsDrawn('.plan-card>ul')
          : { children: plan.features?.map(drawFeature) })}
      />
    </section>
  )
}

const drawTerms = ({ period, terms }: Partial<DrawnContent>) => (
  <>
    {period}
    {terms && <small>{terms}</small>}
  </>
)

const drawFeature = (feature: string) => (
  <li key={feature}>
    <CheckIcon />
    {feature}
  </li>
)
