import type { PlanId } from '../../core/plans/plan.ts'
import type { AccountState } from './account-store.ts'

interface AccountDetailsProps {
  state: Exclude<AccountState, { status: 'failed' }>
  planNames: Record<PlanId, string>
}

export function AccountDetails({ state, planNames }: AccountDetailsProps) {
  const ready = state.status === 'ready' ? state : null
  const plan = ready?.viewer.plan ? planNames[ready.viewer.plan] : 'Not known'
  return (
    <dl className="details">
      <dt>E-mail</dt>
      <dd>{ready ? ready.account.user.email : <Placeholder />}</dd>
      {ready?.account.user.name && (
        <>
          <dt>Name</dt>
          <dd>{ready.account.user.name}</dd>
        </>
      )}
      <dt>Plan</dt>
      <dd>
        {ready ? plan : <Placeholder />}
        {ready && ready.viewer.plan !== 'lifetime' && (
          <>
            {' · '}
            <a href="/pricing">See the plans</a>
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
