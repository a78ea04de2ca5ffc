import { type ContinueAs, signInLinkPath } from '../../../core/identity/contract.ts'
import * as messages from '../../../core/messages/messages.ts'
import { rich } from '../../ui/rich.ts'
import { PageFrame, type Site } from '../page-frame.tsx'

const strong = (text: string) => <strong>{text}</strong>

/** A sign-in link of an account that the visitor may not own; without a script, drawn for each visit. */
export const ContinueAsPage = ({ site, token, next, email, currentEmail }: ContinueAs & { site: Site }) => (
  <PageFrame site={site}>
    <div className="narrow">
      <h1>{messages.continueAsQuestion({ email })}</h1>
      <div className="panel">
        <p>
          {rich(
            currentEmail === null
              ? messages.continueAsUnknown({ email, strong })
              : messages.continueAsExplained({ email: currentEmail, strong }),
          )}
        </p>
        <form method="post" action={`${signInLinkPath}?language=${messages.language}`}>
          <input type="hidden" name="token" value={token} />
          <button type="submit" className="button button-primary">
            {messages.continueAs({ email })}
          </button>
        </form>
        <p>
          <a href={next}>
            {currentEmail === null
              ? messages.continueWithoutSignIn
              : messages.staySignedInAs({ email: currentEmail })}
          </a>
        </p>
      </div>
    </div>
  </PageFrame>
)
