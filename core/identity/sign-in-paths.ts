import type { LocalPath } from '../local-path.ts'
import { pagePath } from '../messages/page-path.ts'

/** Shows the field for the code that was mailed and takes the code, also without a script. */
export const codeFormPath = '/sign-in/code'

/** The sign-in page, from which a visitor goes on to `next`. With `again` also one who has a session signs in. */
export const signInPathTo = (next: LocalPath, again = false): string =>
  pagePath('/sign-in') + queryOf(next, again)

export const codePathTo = (next: LocalPath, again = false): string =>
  pagePath(codeFormPath) + queryOf(next, again)

/** Escaped so that it stays one value, whatever reads it. */
const queryOf = (next: LocalPath, again: boolean) =>
  `?next=${encodeURIComponent(next).replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)}${again ? '&again=1' : ''}`
