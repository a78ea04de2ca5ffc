import { z } from 'zod'

/**
 * Bits for each character that a secret must have. Random hexadecimal digits have 4, base64 has 6, words about 4 by this
 * estimate; a character that is repeated and a line of digits have almost none. It is low enough that no generated key fails.
 */
const leastBitsPerCharacter = 1.5
/** A long text has to repeat its combinations: more than this many characters need no more bits. */
const countedCharacters = 64

/** Whether somebody could guess the text because it is one character, a sequence or a word, again and again. */
export function isGuessable(text: string, leastLength: number): boolean {
  const needed = Math.min(text.length, countedCharacters) * leastBitsPerCharacter
  return text.length < leastLength || estimateBits(text) < needed
}

/** A secret in settings that an operator makes. */
export const secretOf = (leastLength: number, howToMake: string) =>
  z
    .string('is missing')
    .refine((text) => text.length >= leastLength, `must be at least ${leastLength} characters; ${howToMake}`)
    .refine(
      (text) => text.length < leastLength || !isGuessable(text, leastLength),
      `is easy to guess, because it repeats itself; ${howToMake}`,
    )

/** Characters that nothing before them foretells, times the bits of the alphabet that is used. */
function estimateBits(text: string): number {
  const surprising = [...text].filter((_, index) => !isForetold(text, index)).length
  return surprising * Math.log2(new Set(text).size)
}

/** The same again, the next of a sequence such as `123` or `cba`, or the end of three characters that came before. */
function isForetold(text: string, index: number): boolean {
  const step = (at: number) => text.charCodeAt(at) - text.charCodeAt(at - 1)
  if (index >= 1 && step(index) === 0) return true
  if (index < 2) return false
  const lastThree = text.slice(index - 2, index + 1)
  return step(index) === step(index - 1) || text.indexOf(lastThree) < index - 2
}
