/** Stripe's pages know all of ours but Arabic: then they take the browser's. */
export const stripeLocale = (language: string) =>
  stripeLocales.find((locale) => locale === language) ?? ('auto' as const)
const stripeLocales = ['en', 'de', 'fr', 'es', 'pt', 'ja'] as const
