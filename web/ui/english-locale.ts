/** Sentences are English, and so are the dates in them: as the visitor writes them, if they read English. */
export const englishLocale = (): string =>
  navigator.languages.find((language) => /^en\b/i.test(language)) ?? 'en'
