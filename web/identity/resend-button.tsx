import type { ResendWait } from '../../core/identity/resend-wait.ts'
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
      {sending ? 'Sending…' : seconds > 0 ? `Send a new code in ${seconds} s` : 'Send a new code'}
    </button>
  )
}
