import fc from 'fast-check'

const pieces = [
  ...['/', '\\', '.', '..', ':', '@', '?', '#', '%', ' ', '\t', '\n', '\r', '\0', '\u007f', '\u0085'],
  ...['%2f', '%5C', '%09', '%2e', '%25', '%252f', '%00', '\u2028', '／', '＼', '。', 'ﬀ', '\ud800', '💥'],
  ...[
    '/de',
    'de',
    '/en/',
    'evil.example',
    'https:',
    'javascript:',
    'http://',
    '[::1]',
    'user:pw@',
    'a',
    '1',
    '&next=',
  ],
]
const starts = [
  '',
  '/',
  '/de',
  '/de/',
  '/de//',
  '/en/de/',
  '/a',
  '//',
  '/\\',
  '/.',
  '/./',
  '/../',
  '/%2e/',
  ' ',
  '/\t',
  'https:/',
]

/** Values of `next` that try to lead away from the site: known tricks in all orders, with arbitrary text between. */
export const hostileNext = fc
  .tuple(
    fc.constantFrom(...starts),
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...pieces) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
      ),
      { maxLength: 8 },
    ),
  )
  .map(([start, rest]) => start + rest.join(''))

/** They lead away only once their first part, a language, was taken off or exchanged (F86). */
export const hostileTranslations = [
  '/de//evil.example',
  '/de///evil.example',
  '/en//evil.example',
  '/de/\\evil.example',
  '/de\\evil.example',
  '/de/.//evil.example',
  '/de/a/..//evil.example',
  '/de/%2fevil.example',
  '/de/%5cevil.example',
  '/de/\t/evil.example',
  '/de/%09/evil.example',
  '/de/de//evil.example',
  '/de?//evil.example',
  '/de#//evil.example',
  '/de',
]
