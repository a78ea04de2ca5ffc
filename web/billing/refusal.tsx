import * as messages from '../../core/messages/messages.ts'
import { signInPath } from '../../core/messages/page-path.ts'

interface RefusalProps {
  error: string | null
  refusedWith?: number
  /** Where one who signs in again comes back to. */
  next: '/account' | '/pricing'
}

/** Why something did not start; one whose session has ended finds the way to a new one. */
export const Refusal = ({ error, refusedWith, next }: RefusalProps) => (
  <>
    {error}
    {refusedWith === 401 && (
      <>
        {' '}
        <a href={signInPath(next)}>{messages.signIn}</a>
      </>
    )}
  </>
)
