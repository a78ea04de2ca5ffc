import { type FormEvent, type MouseEvent, useEffect, useRef } from 'react'
import type { ResendWait } from '../../core/identity/resend-wait.ts'
import * as messages from '../../core/messages/messages.ts'
import { rich } from '../ui/rich.ts'
import { CodeField } from './code-field.tsx'
import { ResendButton } from './resend-button.tsx'
import type { SignInState, SignInStore } from './sign-in-store.ts'

interface CodeStepProps {
  state: SignInState
  store: SignInStore
  wait: ResendWait
}

export function CodeStep({ state, store, wait }: CodeStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const { email, code, busy, fromLink, problem, codeSpent, sentAgain } = state
  // The field waits for the code; where it came with the link, all that is left to do is the button.
  const focusOn = fromLink ? submit : input
  useEffect(() => {
    if (busy === null) focusOn.current?.focus()
  }, [focusOn, busy])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void store.verify()
  }
  const useAnotherAddress = (event: MouseEvent) => {
    event.preventDefault()
    store.useAnotherAddress()
  }
  const resend = (className: string) => (
    <ResendButton
      className={className}
      wait={wait}
      busy={busy !== null}
      sending={busy === 'send'}
      path={store.paths.signIn}
      onResend={() => store.sendCode(email)}
    />
  )
  return (
    <form method="post" action={store.paths.code} onSubmit={onSubmit}>
      <input type="hidden" name="email" value={email} />
      <p>
        {rich(
          (fromLink ? messages.codeFilledIn : messages.codeSent)({
            email,
            strong: (text) => <strong>{text}</strong>,
          }),
        )}{' '}
        <a className="text-button" href={store.paths.signIn} onClick={useAnotherAddress}>
          {messages.useAnotherAddress}
        </a>
      </p>
      <CodeField
        ref={input}
        code={code}
        readOnly={busy !== null || codeSpent}
        onEnter={store.enterCode}
        hint={sentAgain ? messages.newCodeOnItsWay : messages.codeLasts}
        problem={problem?.text ?? null}
      />
      {codeSpent ? (
        resend('button button-primary')
      ) : (
        <button ref={submit} type="submit" className="button button-primary" disabled={busy !== null}>
          {busy === 'verify' ? messages.signingIn : messages.signIn}
        </button>
      )}
      <p className="form-more">
        {messages.noEmail} {!codeSpent && resend('text-button')}
      </p>
    </form>
  )
}
