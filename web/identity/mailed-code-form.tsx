import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import * as messages from '../../core/messages/messages.ts'
import { useStore } from '../ui/use-store.ts'
import { CodeField } from './code-field.tsx'
import { closedCode, type MailedCodeStore } from './mailed-code-store.ts'
import { ResendButton } from './resend-button.tsx'

interface MailedCodeFormProps {
  store: MailedCodeStore
  /** The purpose of the code, in a sentence. */
  children: ReactNode
  submit: { text: string; busyText: string; className: string }
  /** The text of a button that leaves everything as it is. */
  cancel?: string
}

export function MailedCodeForm({ store, children, submit, cancel }: MailedCodeFormProps) {
  const { code, busy, problem } = useStore(store, closedCode)
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
      <p>{children}</p>
      <CodeField
        ref={input}
        code={code}
        readOnly={busy !== null}
        onEnter={store.enterCode}
        hint={messages.codeLasts}
        problem={problem}
      />
      <button type="submit" className={`button ${submit.className}`} disabled={busy !== null}>
        {busy === 'confirm' ? submit.busyText : submit.text}
      </button>
      {cancel && (
        <button type="button" className="button" disabled={busy !== null} onClick={store.reset}>
          {cancel}
        </button>
      )}
      <p className="form-more">
        <ResendButton
          className="text-button"
          wait={store.wait}
          busy={busy !== null}
          sending={busy === 'send'}
          onResend={store.sendCode}
        />
      </p>
    </form>
  )
}
