/** Rule L4. Whatever a visitor types is shown to others: one word or two, of letters, so that it can be nothing but a name. */
export function cleanFirstName(text: string): string | null {
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ')
  const isName = /^\p{L}[\p{L}\p{M}'’-]*( \p{L}[\p{L}\p{M}'’-]*)?$/u.test(name) && !/\p{M}{4}/u.test(name)
  return isName && name.length <= 24 ? name : null
}
