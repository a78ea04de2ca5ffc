import { createResendWait } from '../../../core/identity/resend-wait.ts'
import { hasSessionHint } from '../../../core/identity/session-hint.ts'
import { pagePath, signInPath } from '../../../core/messages/page-path.ts'
import { createApiClient } from '../../api-client.ts'
import { createDocumentsStore } from '../../billing/documents-store.ts'
import { createGuaranteeStore } from '../../billing/guarantee-store.ts'
import { createCheckoutStore, createPortalStore } from '../../billing/redirect-store.ts'
import { createReminderStore } from '../../billing/reminder-store.ts'
import { createAccountStore } from '../../identity/account-store.ts'
import { createLazySessionRefresh } from '../../identity/lazy-session-refresh.ts'
import { createDeletionStore, createProofStore } from '../../identity/mailed-code-store.ts'
import { createSignOutStore } from '../../identity/sign-out-store.ts'
import { createChoiceStore } from '../../proof/choice-store.ts'
import { createOwnSeatStore } from '../../seats/own-seat-store.ts'
import { browserClock } from '../../ui/browser-clock.ts'
import type { MemberPageData } from '../member-page-data.ts'

export type AccountStores = ReturnType<typeof createAccountStores>

/** Made but not started: on the server it stays at rest. */
export function createAccountStores(data: MemberPageData) {
  const api = createApiClient(data.api)
  // The account page is not a place to come back to without a session.
  const signIn = () => location.replace(signInPath('/account'))
  const goTo = (url: string) => location.assign(url)
  const leave = () => location.replace(pagePath('/pricing'))
  const account = createAccountStore({
    api,
    hasSessionHint: () => hasSessionHint(document.cookie),
    signIn,
    keep: createLazySessionRefresh(api, signIn),
  })
  const stores = {
    account,
    choice: createChoiceStore(api),
    seat: createOwnSeatStore(api),
    portal: createPortalStore(api, goTo),
    reminders: createReminderStore(api),
    planSwitch: data.hasYearly ? createCheckoutStore(api, goTo) : null,
    documents: createDocumentsStore(api),
    guarantee: createGuaranteeStore(api, signIn),
    signOut: createSignOutStore(api, leave),
    deletion: createDeletionStore({ api, wait: createResendWait(browserClock), onDone: leave }),
    proof: createProofStore({
      api,
      wait: createResendWait(browserClock),
      onDone: account.markProven,
    }),
    clock: browserClock,
  }

  const { portal, planSwitch, signOut, deletion, proof, choice, seat, reminders, documents, guarantee } =
    stores
  const ofOnePerson = [
    ...[portal, planSwitch, signOut, deletion, proof],
    ...[choice, seat, reminders, documents, guarantee],
  ]

  /** All of the page again: at first, after a failure, and when it is back by the browser's cache, perhaps for somebody else. */
  async function load() {
    for (const store of ofOnePerson) store?.reset()
    if (data.live) {
      void choice.load()
      void seat.load()
    }
    await stores.account.load()
    if (stores.account.get().status !== 'ready') return
    void documents.load()
    if (data.hasGuarantee) void guarantee.load()
  }
  return { ...stores, load }
}
