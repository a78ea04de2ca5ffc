import { isPaymentFailed } from '../../../core/billing/own-subscription.ts'
import * as messages from '../../../core/messages/messages.ts'
import { BillingDetails, isUpgradeOffered } from '../../billing/billing-details.tsx'
import { DocumentList } from '../../billing/document-list.tsx'
import { ReminderChoice } from '../../billing/reminder-choice.tsx'
import { AccountDetails } from '../../identity/account-details.tsx'
import type { AccountState } from '../../identity/account-store.ts'
import { DataExport } from '../../identity/data-export.tsx'
import { DeleteAccount } from '../../identity/delete-account.tsx'
import { SessionList } from '../../identity/session-list.tsx'
import { idleSignOut } from '../../identity/sign-out-store.ts'
import { ChoiceForm } from '../../proof/choice-form.tsx'
import { OwnSeat } from '../../seats/own-seat.tsx'
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
        <h1>{messages.yourAccount}</h1>
        {state.status === 'failed' ? (
          <div className="panel">
            <p role="alert">{state.error}</p>
            <button type="button" className="button button-primary" onClick={stores.load}>
              {messages.tryAgain}
            </button>
          </div>
        ) : (
          <AccountSections state={state} data={data} stores={stores} />
        )}
        <noscript>
          <p>{messages.accountNeedsScript}</p>
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
  const hasOtherStep = viewer !== null && (isUpgradeOffered(viewer) || isPaymentFailed(viewer.subscription))
  const disabled = account === null || busy !== null
  return (
    <>
      <div className="account-column">
        <section className="panel" aria-label={messages.you}>
          <AccountDetails state={state} planNames={data.plans} />
          {url && (
            <a className={hasOtherStep ? 'button' : 'button button-primary'} href={url}>
              {messages.openProduct({ product: name })}
            </a>
          )}
          <button
            type="button"
            className="text-button"
            disabled={disabled}
            onClick={() => stores.signOut.signOut('here')}
          >
            {busy === 'here' ? messages.signingOut : messages.signOut}
          </button>
          <p role="alert">{problem}</p>
        </section>
        <section className="panel" aria-labelledby="billing">
          <h2 id="billing">{messages.billing}</h2>
          <BillingDetails
            billed={state.status === 'ready' ? { ...state.viewer, billing: state.billing } : null}
            planNames={data.plans}
            portal={stores.portal}
            guarantee={stores.guarantee}
            planSwitch={stores.planSwitch}
          />
        </section>
        <OwnSeat store={stores.seat} />
        <ChoiceForm
          store={stores.choice}
          heading={messages.purchaseAsSeen}
          plan={data.plans.lifetime}
          when={({ ownPurchases }) => ownPurchases.length > 0}
        />
      </div>
      <div className="account-column">
        <section className="panel" aria-labelledby="sessions">
          <h2 id="sessions">{messages.whereSignedIn}</h2>
          <SessionList sessions={account?.sessions ?? null} now={stores.clock.now()} />
          {account && (
            <button
              type="button"
              className="text-button"
              disabled={disabled}
              onClick={() => stores.signOut.signOut('everywhere')}
            >
              {busy === 'everywhere' ? messages.signingOut : messages.signOutEverywhere}
            </button>
          )}
        </section>
        {state.status === 'ready' && state.viewer.subscription && state.billing.reminders !== undefined && (
          <ReminderChoice store={stores.reminders} reminders={state.billing.reminders} />
        )}
        {account && (
          <section className="panel" aria-labelledby="data">
            <h2 id="data">{messages.yourData}</h2>
            <DataExport store={stores.proof} needsProof={account.needsProof} product={name} />
          </section>
        )}
        {account && (
          <section className="panel" aria-labelledby="deletion">
            <h2 id="deletion">{messages.deleteAccount}</h2>
            <DeleteAccount
              store={stores.deletion}
              email={account.user.email}
              ownedPlan={
                state.status === 'ready' && state.viewer.plan === 'lifetime' ? data.plans.lifetime : null
              }
            />
          </section>
        )}
      </div>
      <DocumentList store={stores.documents} />
    </>
  )
}
