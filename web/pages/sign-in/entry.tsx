import { hydrateRoot } from 'react-dom/client'
import { resendSeconds } from '../../../core/identity/resend-wait.ts'
import { signInPathTo } from '../../../core/identity/sign-in-paths.ts'
import { readSignInParams } from '../../identity/sign-in-params.ts'
import { pageData, pageRoot } from '../../ui/page.ts'
import { keepQuery } from '../keep-query.ts'
import { SignInPage } from './page.tsx'
import { createSignInStores, type SignInPageData } from './stores.ts'

const data = pageData<SignInPageData>()
const { next, providerError, again } = readSignInParams(location)
const stores = createSignInStores(data, next, again)

/** The code does not stay in the address bar, from where it would get into histories and screenshots. */
function fillInFromLink() {
  const { mailed } = readSignInParams(location)
  if (location.hash || providerError) history.replaceState(history.state, '', signInPathTo(next, again))
  if (mailed) stores.signIn.fillIn(mailed)
}
fillInFromLink()
keepQuery(location.search)
addEventListener('hashchange', fillInFromLink)
if (providerError) stores.signIn.showProviderError(providerError)

if (data.started?.step === 'code' && !data.started.problem) stores.wait.start(resendSeconds)
// Keeps what was typed before this script came. The field for the address needs no care: it is the browser's own.
const typedCode = document.querySelector<HTMLInputElement>('input[name=code]')?.value
if (typedCode) stores.signIn.enterCode(typedCode)

hydrateRoot(pageRoot(), <SignInPage data={data} stores={stores} />)

// The delivered HTML hides its form from a visitor with a session hint until the answer is there.
const reveal = () => {
  if (stores.alreadySignedIn.get() !== 'checking') delete document.documentElement.dataset.viewer
}
stores.alreadySignedIn.subscribe(reveal)
void stores.alreadySignedIn.check()
// With `again` nothing is checked.
reveal()

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  stores.signIn.reset()
  void stores.alreadySignedIn.check()
})
