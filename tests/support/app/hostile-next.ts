import fc from 'fast-check'

const pieces = [
  ...['/', '\\', '.', '..', ':', '@', '?', '#', '%', ' ', '\t', '\n', '\r', '\0', '\u007f', '\u0085'],
  ...['%2f', '%5C', '%09', '%2e', '%25', '%252f', '%00', '\u2028', '／', '＼', '。', 'ﬀ', '\ud800', '💥'],
  ...['evil.example', 'https:', 'javascript:', 'http://', '[::1]', 'user:pw@', 'a', '1', '&next='],
]
const starts = ['', '/', '/a', '//', '/\\', '/.', '/./', '/../', '/%2e/', ' ', '/\t', 'https:/']

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
