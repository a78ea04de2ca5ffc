import { type Language, languageNames } from '../../core/messages/languages.ts'
import { chooseLanguagePath, type SiteLanguages } from '../../core/messages/site-languages.ts'

export interface LanguageLink {
  language: Language
  name: string
  href: string
}

/** Where the visitor chooses a language: the choice is remembered on the way to the page. */
export const languageLinks = ({ all }: SiteLanguages, path: string): LanguageLink[] =>
  all.map(({ language, prefix }) => ({
    language,
    name: languageNames[language],
    href: `${chooseLanguagePath}/${language}?next=${prefix}${path}`,
  }))

// Those of the page that is being rendered. It is drawn on the server alone, at once, and never in between two.
let current: LanguageLink[] = []

export const pageLanguageLinks = (): LanguageLink[] => current

export function setLanguageLinks(links: LanguageLink[]): void {
  current = links
}
