/** In the visitor's language and time zone; only a browser knows both. */
export function BillingDate({ at }: { at: string }) {
  const format = new Intl.DateTimeFormat(navigator.languages, { dateStyle: 'long' })
  return (
    <time dateTime={at} lang={format.resolvedOptions().locale}>
      {format.format(new Date(at))}
    </time>
  )
}
