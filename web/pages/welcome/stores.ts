import { safeNext } from '../../../core/identity/safe-next.ts'
import { signInPathTo } from '../../../core/identity/sign-in-paths.ts'
import { pagePath } from '../../../core/messages/page-path.ts'
import { createApiClient } from '../../api-client.ts'
import { createReceiptStore } from '../../billing/redirect-store.ts'
import { createWelcomeStore } from '../../billing/welcome-store.ts'
import { createChoiceStore } from '../../proof/choice-store.ts'
import { browserClock } from '../../ui/browser-clock.ts'
import type { MemberPageData } from '../member-page-data.ts'

export type WelcomeStores = ReturnType<typeof createWelcomeStores>

/** Made but not started: on the server it stays at rest. */
export function createWelcomeStores(data: MemberPageData, checkoutSessionId: string | null) {
  const here = `${pagePath('/welcome')}?session_id=${encodeURIComponent(checkoutSessionId ?? '')}`
  const api = createApiClient(data.api)
  return {
    choice: createChoiceStore(api),
    receipt: createReceiptStore(api, (url) => location.assign(url)),
    welcome: createWelcomeStore({
      api,
      checkoutSessionId,
      clock: browserClock,
      signIn: () => location.replace(signInPathTo(safeNext(here))),
    }),
  }
}
