import type { ResendWait } from '../../core/identity/resend-wait.ts'
import * as messages from '../../core/messages/messages.ts'
import { useStore } from '../ui/use-store.ts'

interface ResendButtonProps {
  className: string
  wait: ResendWait
  busy: boolean
  sending: boolean
  onResend: () => void
}

export function ResendButton({ className, wait, busy, sending, onResend }: ResendButtonProps) {
  const seconds = useStore(wait, 0)
  return (
    <button type="button" className={className} disabled={busy || seconds > 0} onClick={onResend}>
      {sending ? messages.sending : seconds > 0 ? messages.sendNewCodeIn({ seconds }) : messages.sendNewCode}
    </button>
  )
}
