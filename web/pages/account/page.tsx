import { isPaymentFailed } from '../../../core/billing/billing-line.ts'
import { exportPath } from '../../../core/identity/contract.ts'
import { BillingDetails, isUpgradeOffered } from '../../billing/billing-details.tsx'
import { AccountDetails } from '../../identity/account-details.tsx'
import type { AccountState } from '../../identity/account-store.ts'
import { DeleteAccount } from '../../identity/delete-account.tsx'
import { SessionList } from '../../identity/session-list.tsx'
import { idleSignOut } from '../../identity/sign-out-store.ts'
import { ChoiceForm } from '../../proof/choice-form.tsx'
import { useStore } from '../../ui/use-store.ts'
import type { MemberPageData } from '../member-page-data.ts'
import { PageFrame } from '../page-frame.tsx'
import type { AccountStores } from './stores.ts'

interface AccountPageProps {
  data: MemberPageData
  stores: AccountStores
}

const loading: AccountState = { status: 'loading' }

export function AccountPage({ data, stores }: AccountPageProps) {
  const state = useStore(stores.account, loading)
  return (
    <PageFrame site={data}>
      <div className="narrow account" aria-busy={state.status === 'loading'}>
        <h1>Your account</h1>
        {state.status === 'failed' ? (
          <div className="panel">
            <p role="alert">{state.error}</p>
            <button type="button" className="button button-primary" onClick={stores.account.load}>
              Try again
            </button>
          </div>
        ) : (
          <AccountSections state={state} data={data} stores={stores} />
        )}
        <noscript>
          <p>Your account needs JavaScript. Please allow it for this site, then reload the page.</p>
        </noscript>
      </div>
    </PageFrame>
  )
}

function AccountSections({
  state,
  data,
  stores,
}: AccountPageProps & { state: Exclude<AccountState, { status: 'failed' }> }) {
  const { busy, problem } = useStore(stores.signOut, idleSignOut)
  const account = state.status === 'ready' ? state.account : null
  const { name, url } = data.product
  const viewer = state.status === 'ready' ? state.viewer : null
  // One primary action: a failed payment comes first, then the upgrade, then the product.
  const hasOtherStep =
    viewer !== null && (isUpgradeOffered(viewer) || isPaymentFailed(viewer.plan, viewer.subscription))
  const disabled = account === null || busy !== null
  return (
    <>
      <div className="account-column">
        <section className="panel" aria-label="You">
          <AccountDetails state={state} planNames={data.plans} />
          {url && (
            <a className={hasOtherStep ? 'button' : 'button button-primary'} href={url}>
              Open {name}
            </a>
          )}
          <button
            type="button"
            className="text-button"
            disabled={disabled}
            onClick={() => stores.signOut.signOut('here')}
          >
            {busy === 'here' ? 'Signing out…' : 'Sign out'}
          </button>
          <p role="alert">{problem}</p>
        </section>
        <section className="panel" aria-labelledby="billing">
          <h2 id="billing">Billing</h2>
          <BillingDetails
            billed={state.status === 'ready' ? { ...state.viewer, billing: state.billing } : null}
            planNames={data.plans}
            portal={stores.portal}
            receipt={stores.receipt}
          />
        </section>
        <ChoiceForm
          store={stores.choice}
          heading="Your purchase, as others see it"
          plan={data.plans.lifetime}
          when={({ ownPurchases }) => ownPurchases.length > 0}
        />
      </div>
      <div className="account-column">
        <section className="panel" aria-labelledby="sessions">
          <h2 id="sessions">Where you are signed in</h2>
          <SessionList sessions={account?.sessions ?? null} now={stores.clock.now()} />
          {account && (
            <button
              type="button"
              className="text-button"
              disabled={disabled}
              onClick={() => stores.signOut.signOut('everywhere')}
            >
              {busy === 'everywhere' ? 'Signing out…' : 'Sign out everywhere'}
            </button>
          )}
        </section>
        {account && (
          <section className="panel" aria-labelledby="data">
            <h2 id="data">Your data</h2>
            <p>
              <a href={exportPath} download>
                Download everything stored about you
              </a>
            </p>
          </section>
        )}
        {account && (
          <section className="panel" aria-labelledby="deletion">
            <h2 id="deletion">Delete account</h2>
            <DeleteAccount
              store={stores.deletion}
              wait={stores.wait}
              email={account.user.email}
              ownedPlan={
                state.status === 'ready' && state.viewer.plan === 'lifetime' ? data.plans.lifetime : null
              }
            />
          </section>
        )}
      </div>
    </>
  )
}
