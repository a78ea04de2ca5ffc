import { visitorLocale } from '../ui/visitor-locale.ts'

/** In the visitor's time zone, which only a browser knows. */
export const BillingDate = ({ at }: { at: string }) => (
  <time dateTime={at}>{new Date(at).toLocaleDateString(visitorLocale(), { dateStyle: 'long' })}</time>
)
