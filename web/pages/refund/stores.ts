import { signInPath } from '../../../core/messages/page-path.ts'
import { createApiClient } from '../../api-client.ts'
import { createGuaranteeStore } from '../../billing/guarantee-store.ts'
import type { MemberPageData } from '../member-page-data.ts'

export type RefundStores = ReturnType<typeof createRefundStores>

/** Made but not started: on the server it stays at rest. */
export function createRefundStores(data: MemberPageData) {
  const signIn = () => location.replace(signInPath('/refund'))
  return { guarantee: createGuaranteeStore(createApiClient(data.api), signIn), signIn }
}
