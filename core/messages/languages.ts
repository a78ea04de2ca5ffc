/** What the pages speak, each by its code (BCP 47) and in its own words. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ja: '日本語',
  ar: 'العربية',
} as const

export type Language = keyof typeof languageNames

export const allLanguages = /* @__PURE__ */ Object.keys(languageNames) as Language[]

export const isLanguage = (text: unknown): text is Language =>
  (allLanguages as readonly unknown[]).includes(text)

export const textDirection = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** For OpenGraph, which wants a territory too. */
export const openGraphLocale: Record<Language, string> = {
  en: 'en_US',
  de: 'de_DE',
  fr: 'fr_FR',
  es: 'es_ES',
  pt: 'pt_BR',
  ja: 'ja_JP',
  ar: 'ar_AR',
}
