import { createApiClient } from '../../api-client.ts'
import { createReceiptStore, type ReceiptStore } from '../../billing/redirect-store.ts'
import { createWelcomeStore, type WelcomeStore } from '../../billing/welcome-store.ts'
import { signInPath } from '../../identity/sign-in-params.ts'
import { type ChoiceStore, createChoiceStore } from '../../proof/choice-store.ts'
import { browserClock } from '../../ui/browser-clock.ts'
import type { MemberPageData } from '../member-page-data.ts'

export interface WelcomeStores {
  welcome: WelcomeStore
  receipt: ReceiptStore
  choice: ChoiceStore
}

/** Made but not started: on the server it stays at rest. */
export function createWelcomeStores(data: MemberPageData, sessionId: string | null): WelcomeStores {
  const here = `/welcome?session_id=${encodeURIComponent(sessionId ?? '')}`
  const api = createApiClient(data.api)
  return {
    choice: createChoiceStore(api),
    receipt: createReceiptStore(api, (url) => location.assign(url)),
    welcome: createWelcomeStore({
      api,
      sessionId,
      clock: browserClock,
      signIn: () => location.replace(signInPath(here)),
    }),
  }
}
