import * as messages from '../../core/messages/messages.ts'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { formatMoney } from '../../core/plans/money.ts'
import { currenciesOf, inEachCurrency, yearlySavingMinor } from '../../core/plans/plan-card.ts'
import { InCurrency } from './in-currency.tsx'

/** Above the plans. What a choice changes is done by styles, so it needs no script of the page (server/pages/document.ts). */
export function PlanChoices({ catalogue }: { catalogue: Catalogue }) {
  const currencies = currenciesOf(catalogue)
  const hasCurrencies = currencies.length > 1
  if (!catalogue.plans.yearly && !hasCurrencies) return null
  return (
    <div className="plan-choices">
      {catalogue.plans.yearly && <Intervals catalogue={catalogue} />}
      {hasCurrencies && (
        <label className="currencies">
          <span className="visually-hidden">{messages.currency}</span>
          <select name="currency" autoComplete="off">
            {currencies.map((currency) => (
              <option key={currency} value={currency}>
                {currency.toUpperCase()}
              </option>
            ))}
          </select>
        </label>
      )}
      {hasCurrencies && <p className="currency-kept">{messages.currencyKept}</p>}
    </div>
  )
}

const Intervals = ({ catalogue }: { catalogue: Catalogue }) => (
  <fieldset className="intervals">
    <legend className="visually-hidden">{messages.billingPeriod}</legend>
    <label>
      <input type="radio" name="interval" value="monthly" defaultChecked autoComplete="off" />
      {messages.byTheMonth}
    </label>
    <label>
      <input type="radio" name="interval" value="yearly" autoComplete="off" />
      {messages.byTheYear}{' '}
      <strong>
        <InCurrency texts={inEachCurrency(catalogue, (currency) => saving(catalogue, currency))} />
      </strong>
    </label>
  </fieldset>
)

function saving(catalogue: Catalogue, currency: string): string {
  const savedMinor = yearlySavingMinor(catalogue, currency)
  return savedMinor > 0 ? messages.saveAYear({ amount: formatMoney(savedMinor, currency) }) : ''
}
