import { type ReactNode, useEffect, useRef } from 'react'
import { datedText, datePlace } from '../../core/billing/dated-text.ts'
import * as messages from '../../core/messages/messages.ts'
import { pagePath } from '../../core/messages/page-path.ts'
import type { PlanId } from '../../core/plans/plan.ts'
import { useStore } from '../ui/use-store.ts'
import { DatedLine } from './dated-line.tsx'
import { type GuaranteeStore, loadingGuarantee } from './guarantee-store.ts'

interface WithdrawalProps {
  store: GuaranteeStore
  /** Asks for a mailed code, where one must come first. */
  renderProof: (submit: { text: string; busyText: string; className: string }) => ReactNode
  planNames: Record<PlanId, string>
}

/** Rule M2: what ends and what goes back, then the confirmation, which is here again at the next visit. */
export function Withdrawal({ store, renderProof, planNames }: WithdrawalProps) {
  const state = useStore(store, loadingGuarantee)
  const done = useRef<HTMLHeadingElement>(null)
  const wasOffered = useRef(false)
  useEffect(() => {
    if (state.status === 'withdrawn' && wasOffered.current) done.current?.focus()
    wasOffered.current = state.status === 'offered'
  }, [state.status])

  switch (state.status) {
    case 'loading':
      return <h1 aria-busy="true">{messages.moneyBack}</h1>
    case 'failed':
      return (
        <>
          <h1>{messages.moneyBack}</h1>
          <p role="alert">{state.error}</p>
          <button type="button" className="button button-primary" onClick={store.load}>
            {messages.tryAgain}
          </button>
        </>
      )
    case 'none':
      return (
        <>
          <h1>{messages.moneyBack}</h1>
          <p>{messages.withdrawNothing}</p>
          <AccountLink text={messages.backToAccount} />
        </>
      )
    case 'offered': {
      const { offer, isConfirming, error, needsProof } = state
      const plan = planNames[offer.plan]
      const { amount } = offer
      const text = messages.withdrawConfirm({ plan, amount })
      const busyText = messages.withdrawing
      return (
        <>
          <h1>{messages.moneyBack}</h1>
          <p>
            <DatedLine
              line={datedText(messages.withdrawTerms({ plan, amount, date: datePlace }), offer.lastDay)}
            />
          </p>
          {needsProof ? (
            renderProof({ text, busyText, className: 'button-danger' })
          ) : (
            <button
              type="button"
              className="button button-danger"
              disabled={isConfirming}
              onClick={store.withdraw}
            >
              {isConfirming ? busyText : text}
            </button>
          )}
          <AccountLink text={messages.withdrawKeep({ plan })} />
          <p role="alert">{error}</p>
        </>
      )
    }
    case 'withdrawn': {
      const { withdrawal } = state
      const { amount, requestedAt } = withdrawal
      const plan = planNames[withdrawal.plan]
      return (
        <>
          <h1 ref={done} tabIndex={-1}>
            {messages.withdrawnHeading}
          </h1>
          <p>
            <DatedLine
              line={datedText(messages.withdrawnText({ plan, amount, date: datePlace }), requestedAt)}
            />
          </p>
          <AccountLink text={messages.backToAccount} />
        </>
      )
    }
  }
}

const AccountLink = ({ text }: { text: string }) => (
  <a className="button" href={pagePath('/account')}>
    {text}
  </a>
)
