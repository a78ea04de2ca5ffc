import { type FormEvent, useEffect, useRef } from 'react'
import type { ResendWait } from '../../core/identity/resend-wait.ts'
import * as messages from '../../core/messages/messages.ts'
import { Field } from '../ui/field.tsx'
import { useStore } from '../ui/use-store.ts'
import type { SignInState, SignInStore } from './sign-in-store.ts'

interface EmailStepProps {
  state: SignInState
  store: SignInStore
  wait: ResendWait
}

export function EmailStep({ state, store, wait }: EmailStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const seconds = useStore(wait, 0)
  const { busy } = state
  const problem = state.problem?.at === 'email' ? state.problem.text : null
  // At first, and again after a refusal; but never away from where somebody is already.
  useEffect(() => {
    if (busy === null && document.activeElement === document.body) input.current?.focus()
  }, [busy])

  // The field is the browser's own until it is sent: what was typed before the script came stays. Until then the browser
  // itself posts the form, to the address of the page, which knows `next`.
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void store.sendCode(input.current?.value.trim() ?? '')
  }
  return (
    <form method="post" onSubmit={onSubmit}>
      <Field
        ref={input}
        label={messages.emailAddress}
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={state.email}
        readOnly={busy !== null}
        hint={messages.emailHint}
        problem={problem}
      />
      <button type="submit" className="button button-primary" disabled={busy !== null || seconds > 0}>
        {busy === 'send'
          ? messages.sending
          : seconds > 0
            ? messages.tryAgainIn({ seconds })
            : messages.sendMeACode}
      </button>
    </form>
  )
}
