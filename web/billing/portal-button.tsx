import { useRef } from 'react'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { useStore } from '../ui/use-store.ts'
import { idle, type PortalIntent, type PortalStore } from './redirect-store.ts'

const texts: Record<PortalIntent, string> = { manage: 'Manage billing', card: 'Update your card' }

export function PortalButton({ store, intent }: { store: PortalStore; intent: PortalIntent }) {
  const ref = useRef<HTMLButtonElement>(null)
  const { redirecting } = useStore(store, idle)
  const running = redirecting === intent
  useFocusBack(ref, running)
  return (
    <button
      ref={ref}
      type="button"
      className={intent === 'card' ? 'button button-primary' : 'button'}
      disabled={redirecting !== null}
      onClick={() => store.start(intent)}
    >
      {running ? 'Redirecting...' : texts[intent]}
    </button>
  )
}
