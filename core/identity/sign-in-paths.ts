import { localPath } from '../messages/local-path.ts'

/** Shows the field for the code that was mailed and takes the code, also without a script. */
export const codeFormPath = '/sign-in/code'

/** The sign-in page, from which a visitor goes on to `next`. With `again` also one who has a session signs in. */
export const signInPathTo = (next: string, again = false): string =>
  localPath('/sign-in') + queryOf(next, again)

export const codePathTo = (next: string, again = false): string =>
  localPath(codeFormPath) + queryOf(next, again)

/** Escaped so that it stays one value, whatever reads it. */
const queryOf = (next: string, again: boolean) =>
  `?next=${encodeURIComponent(next).replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)}${again ? '&again=1' : ''}`
