import { createResendWait } from '../../../core/identity/resend-wait.ts'
import { hasSessionHint } from '../../../core/identity/session-hint.ts'
import { type ApiSettings, createApiClient } from '../../api-client.ts'
import { createAlreadySignedInStore } from '../../identity/already-signed-in-store.ts'
import type { Provider } from '../../identity/provider-buttons.tsx'
import { createSignInStore } from '../../identity/sign-in-store.ts'
import { browserClock } from '../../ui/browser-clock.ts'
import type { Site } from '../page-frame.tsx'

export interface SignInPageData extends Site {
  api: ApiSettings
  providers: Provider[]
  /** Mails go to /dev/outbox instead of to people. */
  outbox: boolean
}

export type SignInStores = ReturnType<typeof createSignInStores>

/** Made but not started: on the server it stays at rest. */
export function createSignInStores(data: SignInPageData, next: string) {
  const api = createApiClient(data.api)
  const wait = createResendWait(browserClock)
  // The sign-in page is not a place to come back to.
  const goTo = (url: string) => location.replace(url)
  return {
    alreadySignedIn: createAlreadySignedInStore(
      api,
      () => typeof document === 'object' && hasSessionHint(document.cookie),
      () => goTo(next),
    ),
    signIn: createSignInStore({ api, wait, next, goTo }),
    wait,
    next,
  }
}
