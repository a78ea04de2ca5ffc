// What the modules in generated/ call.

/** The form of a plural: that of the number itself (`=1`), else that of its category in the language. */
export const pluralOf = (language: string, count: number, forms: Record<string, string>): string =>
  forms[`=${count}`] ?? forms[new Intl.PluralRules(language).select(count)] ?? formOf(forms, 'other')

export const formOf = (forms: Record<string, string>, value: string): string =>
  forms[value] ?? forms.other ?? ''

export const formatNumber = (language: string, value: number): string =>
  new Intl.NumberFormat(language).format(value)
