import { useEffect, useRef } from 'react'
import * as messages from '../../core/messages/messages.ts'
import { useStore } from '../ui/use-store.ts'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { closedCode, type MailedCodeStore } from './mailed-code-store.ts'

interface ProofStepProps {
  store: MailedCodeStore
  /** The name of what signed the visitor in. */
  product: string
  /** The button that the code confirms; without it, "Confirm". */
  submit?: { text: string; busyText: string; className: string }
}

/** Asks for a mailed code before money or data move, in a session that only the product vouches for. */
export function ProofStep({ store, product, submit }: ProofStepProps) {
  const { step, busy, problem } = useStore(store, closedCode)
  const send = useRef<HTMLButtonElement>(null)
  // Where it takes the place of a button that was pressed, the focus would be lost.
  useEffect(() => {
    if (submit) send.current?.focus()
  }, [submit])
  const confirm = {
    text: messages.proofConfirm,
    busyText: messages.proofConfirming,
    className: 'button-primary',
  }
  if (step === 'code')
    return (
      <MailedCodeForm store={store} submit={submit ?? confirm}>
        {messages.proofCodeSent}
      </MailedCodeForm>
    )
  return (
    <>
      <p>{messages.proofNeeded({ product })}</p>
      <button
        ref={send}
        type="button"
        className={submit ? 'button button-primary' : 'button'}
        disabled={busy !== null}
        onClick={store.sendCode}
      >
        {busy === 'send' ? messages.sendingCode : messages.sendMeACode}
      </button>
      <p role="alert">{problem}</p>
    </>
  )
}
