import type { PlanChoice } from '../../core/plans/plan-choices.ts'

/** For a page with choices alone: the others come without these styles. */
export const choiceStyles = (choices: readonly PlanChoice[]): string =>
  choices.length === 0 ? '' : layout.join('') + choices.map(shownByChoice).join('')

// The attribute is set before the first paint; without script the field decides.
const yearlyChosen = '[data-interval=yearly],:has([value=yearly]:checked)'

// Month and year share a place, which is as high as the higher: choosing moves nothing. What is said to one whose subscription
// decides the currency has its place kept.
const layout = [
  '.plan-choices{gap:var(--space-3) var(--space-5);margin-bottom:var(--space-5);flex-wrap:wrap;justify-content:center;align-items:center;display:flex}',
  '.intervals{border:1px solid var(--line);border-radius:var(--radius);background:var(--card);padding:3px;display:flex}',
  '.intervals label{padding:var(--space-2) var(--space-3);border-radius:calc(var(--radius) - 3px);font-size:var(--text-s);cursor:pointer}',
  '.intervals input{opacity:0;position:absolute}',
  '.intervals strong{color:var(--accent);font-weight:600}',
  '.intervals label:has(:checked){background:var(--track)}',
  '.intervals label:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px}',
  '.currency-kept{color:var(--ink-soft);font-size:var(--text-s);text-align:center;flex-basis:100%}',
  ':root:not([data-currency-kept]) .currency-kept{visibility:hidden}',
  '.currencies select{min-height:var(--control);padding:0 var(--space-2);border:1px solid var(--line);border-radius:var(--radius);background:var(--card);color:var(--ink);font:inherit;font-size:var(--text-s)}',
  '.plan-price{container-type:inline-size}',
  '.plan-price [data-in]{font-size:min(1em,14cqi)}',
  '[data-plan=monthly],[data-plan=yearly]{grid-area:7/1/span 6}',
  `:root:is(${yearlyChosen}) [data-plan=monthly],:root:not(:is(${yearlyChosen})) [data-plan=yearly]{visibility:hidden}`,
  '@media (min-width:54rem){[data-plan=monthly],[data-plan=yearly]{grid-area:1/2/span 6}}',
]

/** Of a text in each currency only the chosen one is shown; without script the first. */
function shownByChoice({ name, values }: PlanChoice): string {
  if (name !== 'currency') return ''
  const [first = '', ...others] = values.map(({ value }) => value)
  const hidden = others.map((value) => `:root[data-currency=${value}] [data-in]:not([data-in=${value}])`)
  const isOther = others.map((value) => `[data-currency=${value}]`).join()
  return `${[`:root:not(${isOther}) [data-in]:not([data-in=${first}])`, ...hidden].join()}{display:none}`
}
