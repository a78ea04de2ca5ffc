import { language } from '../../core/messages/messages.ts'

/** Dates are in the language of the sentences around them: as the visitor writes them, if they read it. */
export const visitorLocale = (): string =>
  navigator.languages.find((name) => name.startsWith(language)) ?? language
