import * as messages from '../../core/messages/messages.ts'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { formatMoney } from '../../core/plans/money.ts'
import { yearlySavingMinor } from '../../core/plans/plan-card.ts'

/** Above the plans. What a choice changes is done by styles, so it needs no script of the page (server/pages/document.ts). */
export const PlanChoices = ({ catalogue }: { catalogue: Catalogue }) =>
  catalogue.plans.yearly ? (
    <div className="plan-choices">
      <fieldset className="intervals">
        <legend className="visually-hidden">{messages.billingPeriod}</legend>
        <label>
          <input type="radio" name="interval" value="monthly" defaultChecked autoComplete="off" />
          {messages.byTheMonth}
        </label>
        <label>
          <input type="radio" name="interval" value="yearly" autoComplete="off" />
          {messages.byTheYear} <Saving catalogue={catalogue} />
        </label>
      </fieldset>
    </div>
  ) : null

function Saving({ catalogue }: { catalogue: Catalogue }) {
  const savedMinor = yearlySavingMinor(catalogue)
  if (savedMinor === 0) return null
  return <strong>{messages.saveAYear({ amount: formatMoney(savedMinor, catalogue.currency) })}</strong>
}
