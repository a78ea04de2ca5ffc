import * as messages from '../../../core/messages/messages.ts'
import { Withdrawal } from '../../billing/withdrawal.tsx'
import { ProofStep } from '../../identity/proof-step.tsx'
import type { MemberPageData } from '../member-page-data.ts'
import { PageFrame } from '../page-frame.tsx'
import type { RefundStores } from './stores.ts'

export function RefundPage({ data, stores }: { data: MemberPageData; stores: RefundStores }) {
  return (
    <PageFrame site={data}>
      <div className="narrow">
        <div className="panel">
          <Withdrawal
            store={stores.guarantee}
            renderProof={(submit) => (
              <ProofStep store={stores.proof} product={data.product.name} submit={submit} />
            )}
            planNames={data.plans}
          />
        </div>
        <noscript>
          <p>{messages.withdrawNeedsScript}</p>
        </noscript>
      </div>
    </PageFrame>
  )
}
