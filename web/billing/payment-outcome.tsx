import type { OwnBilling } from '../../core/billing/contract.ts'
import { datedText, datePlace } from '../../core/billing/dated-text.ts'
import { type OwnSubscription, subscribedPlan } from '../../core/billing/own-subscription.ts'
import { paymentHistory } from '../../core/billing/payment-history.ts'
import * as messages from '../../core/messages/messages.ts'
import { pagePath } from '../../core/messages/page-path.ts'
import type { Product } from '../../core/plans/catalogue.ts'
import type { PaidPlanId, PlanId } from '../../core/plans/plan.ts'
import { CheckIcon } from '../ui/icons.tsx'
import { useStore } from '../ui/use-store.ts'
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
      return <Ended text={messages.paymentNotCompleted} link={toPlans()} />
    case 'refunded':
      return <Ended text={messages.paymentWithoutSeat} link={toPlans()} />
    case 'ended':
      return <Ended text={messages.boughtPlanEnded} link={toAccount()} />
    case 'refused':
      return <Ended text={state.error} link={toAccount()} />
    case 'no-payment':
      return <Ended text={messages.noPaymentHere} link={toPlans()} />
  }
}

const toPlans = () => ({ href: pagePath('/pricing'), text: messages.seeThePlans })
const toAccount = () => ({ href: pagePath('/account'), text: messages.goToAccount })

/** Rule F8: nothing here leads to paying again. */
function Waiting({ state, planNames, onCheck }: WaitingProps) {
  const { pending } = state
  return (
    <>
      <h1>{messages.yourPayment}</h1>
      {pending && !state.trouble ? (
        <PendingNotice pending={pending} planName={planNames[pending.plan]} />
      ) : (
        <p className="outcome-lead">{waitingText(state)}</p>
      )}
      <p className="aside">
        {!pending && `${messages.nothingToDo} `}
        {messages.planStartsByItself}
      </p>
      {state.late ? (
        <p className="outcome-links">
          <button type="button" className="button" onClick={onCheck}>
            {messages.checkAgain}
          </button>
          <ButtonLink {...toAccount()} />
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
  const keepTrying = late ? '' : ` ${messages.weKeepTrying}`
  if (trouble === 'unreachable') return messages.cannotReachServer + keepTrying
  if (trouble === 'failing') return messages.cannotLookUpPayment + keepTrying
  if (late) return messages.paymentTakesLonger
  return status === 'checking' ? messages.lookingUpPayment : messages.paymentProcessing
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
      <h1>{messages.welcomeTo({ plan: plans[plan] })}</h1>
      <p className="outcome-lead">
        {messages.thankYou} {plan === 'lifetime' ? messages.yoursForGood : begun(subscription)}
      </p>
      {paymentHistory(billing, plans).map((event) => (
        <p key={event.before}>
          <DatedLine line={event} />
        </p>
      ))}
      {plan !== 'lifetime' && <p className="aside">{messages.cancelAnyTime}</p>}
      <p className="outcome-links">
        {product.url && (
          <a className="button button-primary" href={product.url}>
            {messages.openProduct({ product: product.name })}
          </a>
        )}
        <ButtonLink {...toAccount()} isPrimary={!product.url} />
        {isPaid && <ReceiptButton store={receipt} />}
      </p>
      <p role="alert">{useStore(receipt, idle).error}</p>
    </>
  )
}

function begun(subscription: OwnSubscription | undefined) {
  if (!subscription?.periodEndsAt || subscription.cancelAtPeriodEnd) return messages.activeNow
  const { status, amount, periodEndsAt } = subscription
  const said = (message: string) => <DatedLine line={datedText(message, periodEndsAt)} />
  const date = datePlace
  if (status === 'active')
    return said(amount ? messages.welcomePaidRenews({ amount, date }) : messages.welcomeRenews({ date }))
  if (status !== 'trialing') return messages.activeNow
  return said(
    amount
      ? messages.welcomeTrialThen({ amount, date, interval: subscribedPlan(subscription) })
      : messages.welcomeTrial({ date }),
  )
}

interface Link {
  href: string
  text: string
}

const ButtonLink = ({ href, text, isPrimary = false }: Link & { isPrimary?: boolean }) => (
  <a className={isPrimary ? 'button button-primary' : 'button'} href={href}>
    {text}
  </a>
)

function Ended({ text, link }: { text: string; link: Link }) {
  return (
    <>
      <h1>{messages.yourPayment}</h1>
      <p className="outcome-lead">{text}</p>
      <p className="outcome-links">
        <ButtonLink {...link} />
      </p>
    </>
  )
}
