import { SignInForm } from '../../identity/sign-in-form.tsx'
import { useStore } from '../../ui/use-store.ts'
import { PageFrame } from '../page-frame.tsx'
import type { SignInPageData, SignInStores } from './stores.ts'

export function SignInPage({ data, stores }: { data: SignInPageData; stores: SignInStores }) {
  const already = useStore(stores.alreadySignedIn, 'no')
  const failed = already === 'failed' || already === 'trying'
  return (
    <PageFrame site={data}>
      <div className="narrow sign-in">
        <h1>Sign in</h1>
        {data.outbox && (
          <p className="aside">
            Test mode: <a href="/dev/outbox">read your mail in the outbox</a>
          </p>
        )}
        <div className="panel">
          {failed ? (
            <LookupFailed stores={stores} trying={already === 'trying'} />
          ) : (
            <SignInForm store={stores.signIn} wait={stores.wait} providers={data.providers} />
          )}
          <noscript>
            <p>Signing in needs JavaScript. Please allow it for this site.</p>
          </noscript>
        </div>
      </div>
    </PageFrame>
  )
}

function LookupFailed({ stores, trying }: { stores: SignInStores; trying: boolean }) {
  return (
    <>
      <p role="alert">You seem to be signed in, but we couldn’t look up your plan just now.</p>
      <button
        type="button"
        className="button button-primary"
        disabled={trying}
        onClick={stores.alreadySignedIn.check}
      >
        {trying ? 'Trying…' : 'Try again'}
      </button>
      <p className="form-more">
        <a href={stores.next}>Continue anyway</a>
      </p>
    </>
  )
}
