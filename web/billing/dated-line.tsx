import type { DatedText } from '../../core/billing/dated-text.ts'
import { BillingDate } from './billing-date.tsx'

export const DatedLine = ({ line: { before, date, after } }: { line: DatedText }) => (
  <>
    {before}
    <BillingDate at={date} />
    {after}
  </>
)
