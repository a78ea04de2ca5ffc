import type { PlanId } from '../../core/plans/plan.ts'
import { type ApiSettings, createApiClient } from '../api-client.ts'
import { createWelcomeStore, type WelcomeStore } from '../billing/welcome-store.ts'
import { signInPath } from '../identity/sign-in-params.ts'
import { type ChoiceStore, createChoiceStore } from '../proof/choice-store.ts'
import { browserClock } from '../ui/browser-clock.ts'
import type { Site } from './page-frame.tsx'

export interface WelcomePageData extends Site {
  api: ApiSettings
  plans: Record<PlanId, string>
  /** Purchases are shown to others, so their buyers are asked. */
  live: boolean
}

export interface WelcomeStores {
  welcome: WelcomeStore
  choice: ChoiceStore
}

/** Made but not started: on the server it stays at rest. */
export function createWelcomeStores(data: WelcomePageData, sessionId: string | null): WelcomeStores {
  const here = `/welcome?session_id=${encodeURIComponent(sessionId ?? '')}`
  const api = createApiClient(data.api)
  return {
    choice: createChoiceStore(api),
    welcome: createWelcomeStore({
      api,
      sessionId,
      clock: browserClock,
      signIn: () => location.replace(signInPath(here)),
    }),
  }
}
