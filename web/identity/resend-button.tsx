import type { MouseEvent } from 'react'
import type { ResendWait } from '../../core/identity/resend-wait.ts'
import * as messages from '../../core/messages/messages.ts'
import { useStore } from '../ui/use-store.ts'

interface ResendButtonProps {
  className: string
  wait: ResendWait
  busy: boolean
  sending: boolean
  /** Where it posts the form that it is in, with the address, unless a script does so. */
  path?: string
  onResend: () => void
}

export function ResendButton({ className, wait, busy, sending, path, onResend }: ResendButtonProps) {
  const seconds = useStore(wait, 0)
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    onResend()
  }
  return (
    <button
      type={path ? 'submit' : 'button'}
      className={className}
      disabled={busy || seconds > 0}
      onClick={onClick}
      {...(path && { name: 'resend', value: '1', formAction: path, formNoValidate: true })}
    >
      {sending ? messages.sending : seconds > 0 ? messages.sendNewCodeIn({ seconds }) : messages.sendNewCode}
    </button>
  )
}
