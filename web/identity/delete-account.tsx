import * as messages from '../../core/messages/messages.ts'
import { rich } from '../ui/rich.ts'
import { useStore } from '../ui/use-store.ts'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { closedCode, type MailedCodeStore } from './mailed-code-store.ts'

interface DeleteAccountProps {
  store: MailedCodeStore
  email: string
  /** The name of a plan that was paid for good, which is lost with the account. */
  ownedPlan: string | null
}

const strong = (text: string) => <strong>{text}</strong>

export function DeleteAccount({ store, email, ownedPlan }: DeleteAccountProps) {
  const { step, busy, problem } = useStore(store, closedCode)
  if (step === 'code')
    return (
      <MailedCodeForm
        store={store}
        submit={{
          text: messages.deleteForGood,
          busyText: messages.deleting,
          className: 'button-danger',
        }}
        cancel={messages.keepMyAccount}
      >
        {rich(messages.deletionCodeSent({ email, strong }))}
      </MailedCodeForm>
    )
  return (
    <>
      <p>
        {messages.deletionIsFinal}{' '}
        {ownedPlan && rich([...messages.deletionLosesPlan({ plan: ownedPlan, strong }), ' '])}
        {messages.deletionKeepsRecords}
      </p>
      <button
        type="button"
        className="text-button text-button-danger"
        disabled={busy !== null}
        onClick={store.sendCode}
      >
        {busy === 'send' ? messages.sendingCode : messages.deleteMyAccount}
      </button>
      <p role="alert">{problem}</p>
    </>
  )
}
