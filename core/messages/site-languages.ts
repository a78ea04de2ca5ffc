import { checkLocalPath, type LocalPath } from '../local-path.ts'
import type { Language } from './languages.ts'

/** A language that the operator's catalogue lists, and what the paths of its pages begin with. */
export interface SiteLanguage {
  language: Language
  prefix: string
}

export type SiteLanguages = ReturnType<typeof siteLanguages>

/** A cookie that scripts may read, with nothing but the code of a language. */
export const languageCookie = 'fairseat_language'

/** Where the links of the language picker lead: with the code after it, and `?next`. */
export const chooseLanguagePath = '/language'

/** The first one has no prefix; all that does not say its language is in it. */
export function siteLanguages([first, ...others]: readonly [Language, ...Language[]]) {
  const initial: SiteLanguage = { language: first, prefix: '' }
  const all = [initial, ...others.map((language) => ({ language, prefix: `/${language}` }))]
  const find = (name: string | null | undefined) => all.find(({ language }) => language === name)
  const ofPath = (path: string): SiteLanguage => find(path.split(/[/?#]/)[1]) ?? initial
  const chosen = (cookies: string | null | undefined): SiteLanguage | undefined => {
    const [, name] = new RegExp(`(?:^|; )${languageCookie}=([^;]*)`).exec(cookies ?? '') ?? []
    return find(name)
  }
  /** The language of the page that comes next, else the chosen one. */
  const ofVisit = (next: LocalPath, cookies: string | undefined): SiteLanguage => {
    const site = ofPath(next)
    return site === initial ? (chosen(cookies) ?? initial) : site
  }
  /** A path of ours in another language; checked again, because what follows the prefix becomes the start of a path. */
  const translatePath = (path: LocalPath, { prefix }: SiteLanguage): LocalPath =>
    checkLocalPath(prefix + path.slice(ofPath(path).prefix.length), prefix)
  return {
    all,
    initial,
    /** Of one who has none, or one that is not listed any more, the first. */
    get: (name: string | null | undefined): SiteLanguage => find(name) ?? initial,
    find,
    ofPath,
    /** What our pages send with their calls is one code; what a browser sends by itself is a list, and is not meant. */
    ofHeaders: (headers: Headers): SiteLanguage => find(headers.get('accept-language')) ?? initial,
    /** What the visitor has chosen on these pages; undefined for one who has not. */
    chosen,
    ofVisit,
    translatePath,
    /** The same page in the chosen language, unless the path names a language itself. */
    forVisitor: (path: LocalPath, cookies: string | undefined): LocalPath =>
      translatePath(path, ofVisit(path, cookies)),
  }
}
