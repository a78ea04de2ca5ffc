import * as messages from '../../../core/messages/messages.ts'
import { SignInForm } from '../../identity/sign-in-form.tsx'
import { rich } from '../../ui/rich.ts'
import { useStore } from '../../ui/use-store.ts'
import { PageFrame } from '../page-frame.tsx'
import type { SignInPageData, SignInStores } from './stores.ts'

/** In a tab of its own: the field for the code stays open in this one. */
const outboxLink = (text: string) => (
  <a href="/dev/outbox" target="_blank" rel="noreferrer">
    {text}
  </a>
)

export function SignInPage({ data, stores }: { data: SignInPageData; stores: SignInStores }) {
  const already = useStore(stores.alreadySignedIn, 'no')
  const failed = already === 'failed' || already === 'trying'
  return (
    <PageFrame site={data}>
      <div className="narrow sign-in">
        <h1>{messages.signIn}</h1>
        {data.outbox !== 'none' && (
          <p className="aside">
            {data.outbox === 'closed'
              ? messages.outboxClosed
              : rich(messages.readOutbox({ link: outboxLink }))}
          </p>
        )}
        <div className="panel">
          {failed ? (
            <LookupFailed stores={stores} trying={already === 'trying'} />
          ) : (
            <SignInForm store={stores.signIn} wait={stores.wait} providers={data.providers} />
          )}
        </div>
      </div>
    </PageFrame>
  )
}

function LookupFailed({ stores, trying }: { stores: SignInStores; trying: boolean }) {
  return (
    <>
      <p role="alert">{messages.lookupFailed}</p>
      <button
        type="button"
        className="button button-primary"
        disabled={trying}
        onClick={stores.alreadySignedIn.check}
      >
        {trying ? messages.trying : messages.tryAgain}
      </button>
      <p className="form-more">
        <a href={stores.next}>{messages.continueAnyway}</a>
      </p>
    </>
  )
}
