import { createResendWait } from '../../../core/identity/resend-wait.ts'
import { hasSessionHint } from '../../../core/identity/session-hint.ts'
import type { LocalPath } from '../../../core/local-path.ts'
import { createApiClient } from '../../api-client.ts'
import { createAlreadySignedInStore } from '../../identity/already-signed-in-store.ts'
import { createSignInStore, type SignInState } from '../../identity/sign-in-store.ts'
import { browserClock } from '../../ui/browser-clock.ts'
import type { SiteSettings } from '../define-page.ts'

export type SignInPageData = Pick<
  SiteSettings,
  'product' | 'footer' | 'testMode' | 'api' | 'providers' | 'outbox'
> & {
  /** On a page that answers a form: where the sign-in stands. */
  started?: Partial<SignInState>
}

/** The state that the page begins with when it answers a form. */
export interface StartedSignIn extends Partial<SignInState> {
  next: LocalPath
  again: boolean
}

export const signInPageData = ({
  product,
  footer,
  logo,
  testMode,
  api,
  providers,
  outbox,
}: SiteSettings): SignInPageData & Pick<SiteSettings, 'logo'> => ({
  product,
  footer,
  logo,
  testMode,
  api,
  providers,
  outbox,
})

export type SignInStores = ReturnType<typeof createSignInStores>

/** Made but not started: on the server it stays at rest. */
export function createSignInStores(data: SignInPageData, next: LocalPath, again = false) {
  const api = createApiClient(data.api)
  const wait = createResendWait(browserClock)
  // The sign-in page is not a place to come back to.
  const goTo = (url: string) => location.replace(url)
  return {
    alreadySignedIn: createAlreadySignedInStore(
      api,
      () => typeof document === 'object' && !again && hasSessionHint(document.cookie),
      () => goTo(next),
    ),
    signIn: createSignInStore({ api, wait, next, again, goTo, started: data.started }),
    wait,
    next,
  }
}
