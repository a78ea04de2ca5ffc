import { type ContinueAs, signInLinkPath } from '../../../core/identity/contract.ts'
import { PageFrame, type Site } from '../page-frame.tsx'

/** A sign-in link of another account than the one that is signed in; without a script, drawn for each visit. */
export const ContinueAsPage = ({ site, token, next, email, currentEmail }: ContinueAs & { site: Site }) => (
  <PageFrame site={site}>
    <div className="narrow">
      <h1>Continue as {email}?</h1>
      <div className="panel">
        <p>
          You’re signed in as <strong>{currentEmail}</strong>. This link is for another account. What you buy
          there belongs to that account.
        </p>
        <form method="post" action={signInLinkPath}>
          <input type="hidden" name="token" value={token} />
          <button type="submit" className="button button-primary">
            Continue as {email}
          </button>
        </form>
        <p>
          <a href={next}>Stay signed in as {currentEmail}</a>
        </p>
      </div>
    </div>
  </PageFrame>
)
