import * as messages from '../../core/messages/messages.ts'
import type { PageContent } from '../../core/plans/page-content.ts'
import { CheckIcon } from '../ui/icons.tsx'

/** What the operator says above the plans. */
export const Introduction = ({ content, headline, subline }: IntroductionProps) => (
  <>
    <Announcement announcement={content.announcement} />
    <div className="hero">
      <h1>{headline}</h1>
      <p>{subline}</p>
    </div>
  </>
)

interface IntroductionProps {
  content: PageContent
  headline: string
  subline: string
}

/** One line above the headline, if there is one. */
function Announcement({ announcement }: Pick<PageContent, 'announcement'>) {
  if (!announcement) return null
  const { text, url } = announcement
  return <p className="announcement">{url ? <a href={url}>{text}</a> : text}</p>
}

/** A year has what a month has: they share a column. */
const comparedPlans = ['free', 'monthly', 'lifetime'] as const

interface PlanContentProps {
  content: PageContent
  plans: Record<(typeof comparedPlans)[number], { name: string }> & { yearly?: { name: string } | undefined }
}

/** What the operator says below the plans, in the order in which somebody decides. */
export const PlanContent = ({ content, plans }: PlanContentProps) => (
  <>
    {content.guarantee && <p className="guarantee">{content.guarantee}</p>}
    {content.comparison && <Comparison rows={content.comparison} plans={plans} />}
    {content.testimonials && <Testimonials testimonials={content.testimonials} />}
    {content.faq && <Faq faq={content.faq} />}
  </>
)

// The roles are said, since styles that stack the cells on a phone take them away in some browsers.
const Comparison = ({
  rows,
  plans,
}: Pick<PlanContentProps, 'plans'> & { rows: NonNullable<PageContent['comparison']> }) => (
  <div className="page-section">
    <h2 id="comparison">{messages.comparePlans}</h2>
    {/* biome-ignore-start lint/a11y/noRedundantRoles: see above. */}
    <table className="comparison" role="table" aria-labelledby="comparison">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            <span className="visually-hidden">{messages.whatYouGet}</span>
          </th>
          {comparedPlans.map((plan) => (
            <th key={plan} role="columnheader" scope="col">
              {plan === 'monthly' && plans.yearly
                ? `${plans.monthly.name} / ${plans.yearly.name}`
                : plans[plan].name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row.feature} role="row">
            <th role="rowheader" scope="row">
              {row.feature}
            </th>
            {comparedPlans.map((plan) => (
              <td key={plan} role="cell">
                <Cell value={row[plan]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {/* biome-ignore-end lint/a11y/noRedundantRoles: see above. */}
  </div>
)

function Cell({ value }: { value: boolean | string }) {
  if (typeof value === 'string') return value
  return (
    <>
      {value ? <CheckIcon /> : <span aria-hidden="true">–</span>}
      <span className="visually-hidden">{value ? messages.included : messages.notIncluded}</span>
    </>
  )
}

const Testimonials = ({ testimonials }: { testimonials: NonNullable<PageContent['testimonials']> }) => (
  <div className="page-section">
    <h2>{messages.whatCustomersSay}</h2>
    <div className="testimonials">
      {testimonials.map(({ quote, name, source }) => (
        <figure key={quote}>
          <blockquote>{quote}</blockquote>
          <figcaption>
            {name}, <a href={source.url}>{source.text}</a>
          </figcaption>
        </figure>
      ))}
    </div>
  </div>
)

const Faq = ({ faq }: { faq: NonNullable<PageContent['faq']> }) => (
  <div className="page-section">
    <h2>{messages.questionsAndAnswers}</h2>
    {faq.map(({ question, answer }) => (
      <details key={question} className="question">
        <summary>{question}</summary>
        <p>{answer}</p>
      </details>
    ))}
  </div>
)
