import { type FormEvent, useEffect, useRef } from 'react'
import type { ResendWait } from '../../core/identity/resend-wait.ts'
import { useStore } from '../ui/use-store.ts'
import { CodeField } from './code-field.tsx'
import { closedDeletion, type DeleteAccountStore } from './delete-account-store.ts'
import { ResendButton } from './resend-button.tsx'

interface DeleteAccountProps {
  store: DeleteAccountStore
  wait: ResendWait
  email: string
  /** The name of a plan that was paid for good, which is lost with the account. */
  ownedPlan: string | null
}

export function DeleteAccount({ store, wait, email, ownedPlan }: DeleteAccountProps) {
  const { step, busy, problem } = useStore(store, closedDeletion)
  if (step === 'code') return <ConfirmDeletion store={store} wait={wait} email={email} />
  return (
    <>
      <p>
        This deletes your name, your e-mail address and your sessions for good.
        {ownedPlan && (
          <>
            {' '}
            <strong>You’ll lose {ownedPlan} too</strong>: it can’t be moved to another account, and deleting
            it isn’t a refund.
          </>
        )}{' '}
        We keep records of your payments, without your name.
      </p>
      <button
        type="button"
        className="text-button text-button-danger"
        disabled={busy !== null}
        onClick={store.sendCode}
      >
        {busy === 'send' ? 'Sending a code…' : 'Delete my account'}
      </button>
      <p role="alert">{problem}</p>
    </>
  )
}

function ConfirmDeletion({ store, wait, email }: Omit<DeleteAccountProps, 'ownedPlan'>) {
  const { code, busy, problem } = useStore(store, closedDeletion)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (busy === null) input.current?.focus()
  }, [busy])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void store.confirm()
  }
  return (
    <form onSubmit={onSubmit}>
      <p>
        We sent a six-digit code to <strong>{email}</strong>. Entering it deletes your account right away.
      </p>
      <CodeField
        ref={input}
        code={code}
        readOnly={busy !== null}
        onEnter={store.enterCode}
        hint="It works for 10 minutes."
        problem={problem}
      />
      <button type="submit" className="button button-danger" disabled={busy !== null}>
        {busy === 'delete' ? 'Deleting…' : 'Delete for good'}
      </button>
      <button type="button" className="button" disabled={busy !== null} onClick={store.reset}>
        Keep my account
      </button>
      <p className="form-more">
        <ResendButton
          className="text-button"
          wait={wait}
          busy={busy !== null}
          sending={busy === 'send'}
          onResend={store.sendCode}
        />
      </p>
    </form>
  )
}
