import * as en from './generated/en.ts'
import type { Language } from './languages.ts'
import { language, type Messages, setMessages } from './messages.ts'
import { pathPrefix, setPathPrefix } from './page-path.ts'
import type { SiteLanguage } from './site-languages.ts'

const loaded = new Map<Language, Messages>([['en', en]])

const modules: Record<Exclude<Language, 'en'>, () => Promise<Messages>> = {
  de: () => import('./generated/de.ts'),
  fr: () => import('./generated/fr.ts'),
  es: () => import('./generated/es.ts'),
  pt: () => import('./generated/pt.ts'),
  ja: () => import('./generated/ja.ts'),
  ar: () => import('./generated/ar.ts'),
}

/** Before anything is rendered in them; a language that is never loaded costs nothing. */
export async function loadMessages(languages: readonly Language[]): Promise<void> {
  for (const name of languages)
    if (name !== 'en' && !loaded.has(name)) loaded.set(name, await modules[name]())
}

/**
 * Everything that `work` renders is in the language, and its links lead to pages in it. `work` must not be
 * asynchronous: another request could go on in between.
 */
export function inLanguage<Result>({ language: name, prefix }: SiteLanguage, work: () => Result): Result {
  const messages = loaded.get(name)
  if (!messages) throw new Error(`The messages of "${name}" were not loaded.`)
  const before = { messages: loaded.get(language) ?? en, prefix: pathPrefix() }
  setMessages(messages)
  setPathPrefix(prefix)
  try {
    const result = work()
    if (result instanceof Promise) throw new Error('What is rendered in a language must be synchronous.')
    return result
  } finally {
    setMessages(before.messages)
    setPathPrefix(before.prefix)
  }
}
