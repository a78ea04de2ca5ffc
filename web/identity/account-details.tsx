import * as messages from '../../core/messages/messages.ts'
import { pagePath } from '../../core/messages/page-path.ts'
import type { PlanId } from '../../core/plans/plan.ts'
import type { AccountState } from './account-store.ts'

interface AccountDetailsProps {
  state: Exclude<AccountState, { status: 'failed' }>
  planNames: Record<PlanId, string>
}

export function AccountDetails({ state, planNames }: AccountDetailsProps) {
  const ready = state.status === 'ready' ? state : null
  const plan = ready?.viewer.plan ? planNames[ready.viewer.plan] : messages.notKnown
  return (
    <dl className="details">
      <dt>{messages.email}</dt>
      <dd>{ready ? ready.account.user.email : <Placeholder />}</dd>
      {ready?.account.user.name && (
        <>
          <dt>{messages.name}</dt>
          <dd>{ready.account.user.name}</dd>
        </>
      )}
      <dt>{messages.plan}</dt>
      <dd>
        {ready ? plan : <Placeholder />}
        {ready && ready.viewer.plan !== 'lifetime' && (
          <>
            {' · '}
            <a href={pagePath('/pricing')}>{messages.seeThePlans}</a>
          </>
        )}
      </dd>
    </dl>
  )
}

/** As high as the line of text that it stands for. */
export const Placeholder = () => (
  <span className="placeholder text-placeholder" aria-hidden="true">
    {'\u00a0'}
  </span>
)
