import * as messages from '../../core/messages/messages.ts'
import type { SubscriptionPlanId } from '../../core/plans/plan.ts'
import { RedirectButton } from '../ui/redirect-button.tsx'
import type { CheckoutStore, PortalIntent, PortalStore, ReceiptStore } from './redirect-store.ts'

export const PortalButton = ({ store, intent }: { store: PortalStore; intent: PortalIntent }) => (
  <RedirectButton
    store={store}
    intent={intent}
    text={intent === 'card' ? messages.updateCard : messages.manageBilling}
    isPrimary={intent === 'card'}
  />
)

/** To the payment service's page that shows what is due and asks for a confirmation. */
export const PlanSwitchButton = ({ store, plan }: { store: CheckoutStore; plan: SubscriptionPlanId }) => (
  <RedirectButton
    store={store}
    intent={plan}
    text={plan === 'yearly' ? messages.payByTheYear : messages.payByTheMonth}
  />
)

export const ReceiptButton = ({ store }: { store: ReceiptStore }) => (
  <RedirectButton store={store} intent="receipt" text={messages.viewReceipt} />
)
