import type { PlanChoice } from '../../core/plans/plan-choices.ts'

/** For a page with choices alone: the others come without these styles. */
export const choiceStyles = (choices: readonly PlanChoice[]): string =>
  choices.length === 0 ? '' : layout.join('') + choices.map(shownByChoice).join('')

// Month and year share a place, which is as high as the higher: choosing moves nothing. They are told apart by the
// attribute that is set before the first paint, without script by the field itself. What is said to one whose subscription
// decides the currency has its place kept.
const layout = [
  '.plan-choices{display:flex;flex-wrap:wrap;gap:var(--space-3) var(--space-5);align-items:center;justify-content:center;margin-bottom:var(--space-5)}',
  '.intervals{display:flex;padding:3px;border:1px solid var(--line);border-radius:var(--radius);background:var(--card)}',
  '.intervals label{padding:var(--space-2) var(--space-3);border-radius:calc(var(--radius) - 3px);font-size:var(--text-s);cursor:pointer}',
  '.intervals input{position:absolute;opacity:0}',
  '.intervals strong{color:var(--accent);font-weight:600}',
  '.intervals label:has(:checked){background:var(--track)}',
  '.intervals label:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px}',
  '.currency-kept{visibility:hidden;flex-basis:100%;color:var(--ink-soft);font-size:var(--text-s);text-align:center}',
  '[data-currency-kept] .currency-kept{visibility:visible}',
  '.currencies select{min-height:var(--control);padding:0 var(--space-2);border:1px solid var(--line);border-radius:var(--radius);background:var(--card);color:var(--ink);font:inherit;font-size:var(--text-s)}',
  '[data-plan="monthly"],[data-plan="yearly"]{grid-area:7 / 1 / span 6}',
  ':root:is([data-interval="yearly"],:not([data-interval]):has([value="yearly"]:checked)) [data-plan="monthly"],:root:is([data-interval="monthly"],:not([data-interval]):has([value="monthly"]:checked)) [data-plan="yearly"]{visibility:hidden}',
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
