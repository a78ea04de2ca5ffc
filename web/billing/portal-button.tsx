import { useRef } from 'react'
import * as messages from '../../core/messages/messages.ts'
import type { SubscriptionPlanId } from '../../core/plans/plan.ts'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { useStore } from '../ui/use-store.ts'
import {
  type CheckoutStore,
  idle,
  type PortalIntent,
  type PortalStore,
  type ReceiptStore,
  type RedirectStore,
} from './redirect-store.ts'

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

interface RedirectButtonProps<Intent> {
  store: RedirectStore<Intent>
  intent: Intent
  text: string
  isPrimary?: boolean
}

function RedirectButton<Intent>({ store, intent, text, isPrimary = false }: RedirectButtonProps<Intent>) {
  const ref = useRef<HTMLButtonElement>(null)
  const { redirecting } = useStore(store, idle)
  const running = redirecting === intent
  useFocusBack(ref, running)
  return (
    <button
      ref={ref}
      type="button"
      className={isPrimary ? 'button button-primary' : 'button'}
      disabled={redirecting !== null}
      onClick={() => store.start(intent)}
    >
      {running ? messages.redirecting : text}
    </button>
  )
}
