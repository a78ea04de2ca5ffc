import { createResendWait } from '../../../core/identity/resend-wait.ts'
import { signInPath } from '../../../core/messages/page-path.ts'
import { createApiClient } from '../../api-client.ts'
import { createGuaranteeStore } from '../../billing/guarantee-store.ts'
import { createProofStore } from '../../identity/mailed-code-store.ts'
import { browserClock } from '../../ui/browser-clock.ts'
import type { MemberPageData } from '../member-page-data.ts'

export type RefundStores = ReturnType<typeof createRefundStores>

/** Made but not started: on the server it stays at rest. */
export function createRefundStores(data: MemberPageData) {
  const signIn = () => location.replace(signInPath('/refund'))
  const api = createApiClient(data.api)
  const guarantee = createGuaranteeStore(api, signIn)
  const wait = createResendWait(browserClock)
  return { guarantee, proof: createProofStore({ api, wait, onDone: guarantee.withdraw }), signIn }
}
