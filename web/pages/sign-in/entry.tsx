import { hydrateRoot } from 'react-dom/client'
import { readSignInParams, signInPathTo } from '../../identity/sign-in-params.ts'
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
  if (location.hash || providerError) history.replaceState(history.state, '', signInPathTo(next))
  if (mailed) stores.signIn.fillIn(mailed)
}
fillInFromLink()
keepQuery(location.search)
addEventListener('hashchange', fillInFromLink)
if (providerError) stores.signIn.showProviderError(providerError)

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
