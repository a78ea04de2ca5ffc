import type { Language } from '../../core/messages/languages.ts'

/** Of pages in several languages, and of those in Arabic: the others come without these styles. */
export const languageStyles = (language: Language, hasOthers: boolean): string =>
  (hasOthers ? pickerStyles : '') + (language === 'ar' ? arabicStyles : '')

const pickerStyles =
  '.languages{gap:0 var(--space-4);flex-wrap:wrap;margin-inline-start:auto;display:flex}' +
  '.languages [aria-current]{color:var(--ink);text-decoration:none}'

// Its letters join, and have marks above and below.
const arabicStyles = ':root:lang(ar) *{letter-spacing:0}h1:lang(ar){line-height:1.3}'
