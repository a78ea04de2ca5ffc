import { textIn } from '../../core/plans/currency-texts.ts'
import type { PlanCardContent } from '../../core/plans/plan-card.ts'
import { CheckIcon } from '../../web/ui/icons.tsx'

export interface ReactPageData {
  product: string
  headline: string
  subline: string
  plans: PlanCardContent[]
}

/** What a signed-out visitor sees on /pricing, as plain React without any behaviour. */
export function ReactPage({ product, headline, subline, plans }: ReactPageData) {
  return (
    <>
      <header className="page-header">
        <a className="brand" href="/pricing">
          {product}
        </a>
        <nav aria-label="Account">
          <a href="/sign-in?next=/pricing">Sign in</a>
        </nav>
      </header>
      <main>
        <div className="hero">
          <h1>{headline}</h1>
          <p>{subline}</p>
        </div>
        <div className="notice-slot" />
        <div className="plan-cards">
          {plans.map((plan) => (
            <section key={plan.id} className="plan-card" data-plan={plan.id}>
              <h2>{plan.name}</h2>
              <p className="plan-description">{plan.description}</p>
              <p className="plan-price">
                <strong>{textIn(plan.price, '')}</strong> <span>{plan.period}</span>
              </p>
              <div className="plan-action">
                <a className="button" href={plan.button.href ?? '/sign-in?next=/pricing'}>
                  {plan.button.href ? plan.button.text : 'Sign in to Upgrade'}
                </a>
              </div>
              <ul>
                {plan.features.map((feature) => (
                  <li key={feature}>
                    <CheckIcon />
                    {feature}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </main>
    </>
  )
}
