import { useRef } from 'react'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { useStore } from '../ui/use-store.ts'
import { idlePortal, type PortalIntent, type PortalStore } from './portal-store.ts'

const texts: Record<PortalIntent, string> = { manage: 'Manage billing', card: 'Update your card' }

export function PortalButton({ store, intent }: { store: PortalStore; intent: PortalIntent }) {
  const ref = useRef<HTMLButtonElement>(null)
  const { redirecting } = useStore(store, idlePortal)
  const running = redirecting === intent
  useFocusBack(ref, running)
  return (
    <button
      ref={ref}
      type="button"
      className={intent === 'card' ? 'button button-primary' : 'button'}
      disabled={redirecting !== null}
      onClick={() => store.open(intent)}
    >
      {running ? 'Redirecting...' : texts[intent]}
    </button>
  )
}
