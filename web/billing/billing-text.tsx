import type { BillingLine } from '../../core/billing/failed-payment-line.ts'
import { BillingDate } from './billing-date.tsx'

export const BillingText = ({ line: { text, date, after } }: { line: BillingLine }) => (
  <>
    {text} {date && <BillingDate at={date} />}
    {after}
  </>
)
