import { englishLocale } from '../ui/english-locale.ts'

/** In the visitor's time zone, which only a browser knows. */
export const BillingDate = ({ at }: { at: string }) => (
  <time dateTime={at}>{new Date(at).toLocaleDateString(englishLocale(), { dateStyle: 'long' })}</time>
)
