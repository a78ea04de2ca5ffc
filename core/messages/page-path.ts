import { language } from './messages.ts'

// In a browser the address tells; on the server `inLanguage` does.
let prefix = globalThis.location?.pathname.startsWith(`/${language}/`) ? `/${language}` : ''

export const pathPrefix = (): string => prefix

export function setPathPrefix(next: string): void {
  prefix = next
}

/** The path of one of our pages in the language of this one, for links. The first language of the catalogue has no prefix. */
export const pagePath = (path: string): string => prefix + path

/** The sign-in page, which leads back to another of ours. */
export const signInPath = (next: string): string => `${pagePath('/sign-in')}?next=${pagePath(next)}`
