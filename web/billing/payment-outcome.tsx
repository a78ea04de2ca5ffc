import type { OwnSubscription } from '../../core/billing/billing-line.ts'
import type { OwnBilling } from '../../core/billing/contract.ts'
import { paymentHistory } from '../../core/billing/payment-history.ts'
import type { Product } from '../../core/plans/catalogue.ts'
import type { PaidPlanId, PlanId } from '../../core/plans/plan.ts'
import { CheckIcon } from '../ui/icons.tsx'
import { useStore } from '../ui/use-store.ts'
import { BillingDate } from './billing-date.tsx'
import { DatedLine } from './dated-line.tsx'
import { PendingNotice } from './pending-notice.tsx'
import { ReceiptButton } from './portal-button.tsx'
import { idle, type ReceiptStore } from './redirect-store.ts'
import { checkingPayment, type WaitingState, type WelcomeStore } from './welcome-store.ts'

interface PaymentOutcomeProps {
  store: WelcomeStore
  receipt: ReceiptStore
  data: OutcomeData
}

/** What the page begins with. */
interface OutcomeData {
  product: Product
  plans: Record<PlanId, string>
}

/** All of it is one status line: whatever becomes known is announced, without moving the focus. */
export const PaymentOutcome = (props: PaymentOutcomeProps) => (
  <div className="outcome" role="status">
    <Outcome {...props} />
  </div>
)

function Outcome({ store, receipt, data }: PaymentOutcomeProps) {
  const state = useStore(store, checkingPayment)
  switch (state.status) {
    case 'checking':
    case 'processing':
      return <Waiting state={state} planNames={data.plans} onCheck={store.start} />
    case 'paid':
      return <Welcome {...state} data={data} receipt={receipt} />
    case 'unpaid':
      return <Ended text="This payment wasn’t completed, and you weren’t charged." link={toPlans} />
    case 'refunded':
      return <Ended text={noSeatLeft} link={toPlans} />
    case 'refused':
      return <Ended text={state.error} link={toAccount} />
    case 'no-payment':
      return <Ended text="There’s no payment to show here." link={toPlans} />
  }
}

const noSeatLeft =
  'Someone else got the last seat at this price before your payment arrived. We’re sending all of your money back, and we’ve e-mailed you the details.'
const toPlans = { href: '/pricing', text: 'See the plans' }
const toAccount = { href: '/account', text: 'Go to your account' }

/** Rule F8: nothing here leads to paying again. */
function Waiting({ state, planNames, onCheck }: WaitingProps) {
  const { pending } = state
  return (
    <>
      <h1>Your payment</h1>
      {pending && !state.trouble ? (
        <PendingNotice pending={pending} planName={planNames[pending.plan]} />
      ) : (
        <p className="outcome-lead">{waitingText(state)}</p>
      )}
      <p className="aside">
        {!pending && 'There’s nothing you need to do. '}You can close this page, and please don’t pay again:
        your plan starts by itself once the payment has gone through.
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

interface WaitingProps {
  state: WaitingState
  planNames: Record<PlanId, string>
  onCheck: () => void
}

function waitingText({ status, trouble, late }: WaitingState): string {
  const keepTrying = late ? '' : ' We’ll keep trying.'
  if (trouble === 'unreachable') return `We can’t reach the server right now.${keepTrying}`
  if (trouble === 'failing') return `We can’t look up your payment right now.${keepTrying}`
  if (late) return 'Your payment is still being processed. Some payment methods take longer.'
  if (status === 'checking') return 'Looking up your payment…'
  return 'Your payment is being processed. This usually takes a few seconds.'
}

interface WelcomeProps extends Pick<PaymentOutcomeProps, 'data' | 'receipt'> {
  plan: PaidPlanId
  subscription: OwnSubscription | undefined
  billing: OwnBilling
}

function Welcome({ plan, subscription, billing, data, receipt }: WelcomeProps) {
  const { product, plans } = data
  const isPaid = plan === 'lifetime' || subscription?.status === 'active'
  return (
    <>
      <span className="outcome-mark">
        <CheckIcon />
      </span>
      <h1>Welcome to {plans[plan]}</h1>
      <p className="outcome-lead">
        Thank you.{' '}
        {plan === 'lifetime' ? 'It’s yours for good: paid once, nothing renews.' : begun(subscription)}
      </p>
      {paymentHistory(billing, plans).map((event) => (
        <p key={event.before}>
          <DatedLine line={event} />
        </p>
      ))}
      {plan === 'monthly' && <p className="aside">You can cancel at any time in your account.</p>}
      <p className="outcome-links">
        {product.url && (
          <a className="button button-primary" href={product.url}>
            Open {product.name}
          </a>
        )}
        <a className={product.url ? 'button' : 'button button-primary'} href={toAccount.href}>
          {toAccount.text}
        </a>
        {isPaid && <ReceiptButton store={receipt} />}
      </p>
      <p role="alert">{useStore(receipt, idle).error}</p>
    </>
  )
}

function begun(subscription: OwnSubscription | undefined) {
  if (!subscription?.periodEndsAt || subscription.cancelAtPeriodEnd) return 'It’s active now.'
  const { status, amount } = subscription
  const date = <BillingDate at={subscription.periodEndsAt} />
  if (status === 'active')
    return (
      <>
        {amount && `You paid ${amount}. `}It renews on {date}
        {amount && ` for ${amount}`}.
      </>
    )
  if (status !== 'trialing') return 'It’s active now.'
  return (
    <>
      Your free trial runs until {date}. You pay nothing before then
      {amount && `, and ${amount} a month after that`}.
    </>
  )
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
