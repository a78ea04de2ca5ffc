import type { OwnSubscription } from '../../core/billing/billing-line.ts'
import type { PaidPlanId, PlanId } from '../../core/plans/plan.ts'
import { useStore } from '../ui/use-store.ts'
import { BillingDate } from './billing-date.tsx'
import { checkingPayment, type WaitingState, type WelcomeStore } from './welcome-store.ts'

interface PaymentOutcomeProps {
  store: WelcomeStore
  planNames: Record<PlanId, string>
}

/** All of it is one status line: whatever becomes known is announced, without moving the focus. */
export const PaymentOutcome = (props: PaymentOutcomeProps) => (
  <div className="outcome" role="status">
    <Outcome {...props} />
  </div>
)

function Outcome({ store, planNames }: PaymentOutcomeProps) {
  const state = useStore(store, checkingPayment)
  switch (state.status) {
    case 'checking':
    case 'processing':
      return <Waiting state={state} onCheck={store.start} />
    case 'paid':
      return <Welcome name={planNames[state.plan]} plan={state.plan} subscription={state.subscription} />
    case 'unpaid':
      return <Ended text="This payment was not completed. You were not charged." link={toPlans} />
    case 'refunded':
      return <Ended text={noSeatLeft} link={toPlans} />
    case 'refused':
      return <Ended text={state.error} link={toAccount} />
    case 'no-payment':
      return <Ended text="There is no payment to show here." link={toPlans} />
  }
}

const noSeatLeft =
  'The last seat at this price went to somebody else before your payment came. All of your money is on its way back, and we have sent you a mail about it.'
const toPlans = { href: '/pricing', text: 'See the plans' }
const toAccount = { href: '/account', text: 'Go to your account' }

/** Rule F8: nothing here leads to paying again. */
function Waiting({ state, onCheck }: { state: WaitingState; onCheck: () => void }) {
  return (
    <>
      <h1>Your payment</h1>
      <p className="outcome-lead">{waitingText(state)}</p>
      <p className="aside">
        You need not do anything, and please do not pay again. Your plan starts by itself once the payment is
        through, also if you close this page.
      </p>
      {state.late ? (
        <p className="outcome-links">
          <button type="button" className="button" onClick={onCheck}>
            Check again
          </button>
          <a className="button" href={toAccount.href}>
            {toAccount.text}
          </a>
        </p>
      ) : (
        <div className="outcome-progress" aria-hidden="true" />
      )}
    </>
  )
}

function waitingText({ status, trouble, late }: WaitingState): string {
  const keepTrying = late ? '' : ' We keep trying.'
  if (trouble === 'unreachable') return `The server cannot be reached just now.${keepTrying}`
  if (trouble === 'failing') return `Your payment cannot be looked up just now.${keepTrying}`
  if (late) return 'Your payment is still being processed. Some ways to pay take longer.'
  if (status === 'checking') return 'Looking up your payment…'
  return 'Your payment is being processed. This usually takes a few seconds.'
}

interface WelcomeProps {
  name: string
  plan: PaidPlanId
  subscription: OwnSubscription | undefined
}

function Welcome({ name, plan, subscription }: WelcomeProps) {
  return (
    <>
      <h1>Welcome to {name}</h1>
      <p className="outcome-lead">
        Thank you.{' '}
        {plan === 'lifetime' ? 'It is yours for good: paid once, nothing renews.' : begun(subscription)}
      </p>
      {plan === 'monthly' && <p className="aside">You can cancel at any time in your account.</p>}
      <p className="outcome-links">
        <a className="button button-primary" href={toAccount.href}>
          {toAccount.text}
        </a>
        <a className="button" href={toPlans.href}>
          {toPlans.text}
        </a>
      </p>
    </>
  )
}

function begun(subscription: OwnSubscription | undefined) {
  if (!subscription?.periodEndsAt || subscription.cancelAtPeriodEnd) return 'It has begun.'
  const date = <BillingDate at={subscription.periodEndsAt} />
  if (subscription.status === 'active') return <>It renews on {date}.</>
  if (subscription.status !== 'trialing') return 'It has begun.'
  return <>Your free trial runs until {date}. You pay nothing before then.</>
}

function Ended({ text, link }: { text: string; link: { href: string; text: string } }) {
  return (
    <>
      <h1>Your payment</h1>
      <p className="outcome-lead">{text}</p>
      <p className="outcome-links">
        <a className="button" href={link.href}>
          {link.text}
        </a>
      </p>
    </>
  )
}
